# Love's ring in plane strain, pressure on |theta|<beta with a half sine in time, modal series
import numpy as np
E,nu,rho,h,R=210e9,.3,7850,.02,1.
p0,T,beta=-2e4,5e-3,np.pi/4
Ep=E/(1-nu**2); a=h*h/12/R/R
def respond(om,t):
    # int_0^min(t,T) sin(pi s/T) sin(om (t-s))/om ds, by the closed form
    W=np.pi/T
    if om<1e-9:
        # double integral for the rigid part
        s=min(t,T); x=(np.sin(W*s)*-1/W**2+s/W)
        return x if t<=T else x+(t-T)*(2/W)
    f=lambda t:(np.sin(W*t)-W/om*np.sin(om*t))/(om*om-W*W)
    if t<=T: return f(t)
    fT=f(T); df=(W*np.cos(W*T)-W*np.cos(om*T))/(om*om-W*W)
    return fT*np.cos(om*(t-T))+df/om*np.sin(om*(t-T))
def w(theta,t,N=40):
    out=0.
    for n in range(N):
        p=p0*beta/np.pi if n==0 else 2*p0*np.sin(n*beta)/(n*np.pi)
        K=Ep*h/R**2*np.array([[1+a*n**4,n+a*n**3],[n+a*n**3,n*n+a*n*n]])
        lam,V=np.linalg.eigh(K/(rho*h))
        for k in range(2):
            om=np.sqrt(max(lam[k],0)) if n>1 or k==1 else 0.
            out+=V[0,k]*V[0,k]*p/(rho*h)*respond(om,t)*np.cos(n*theta)
    return out
if __name__=='__main__':
    for t in (0.005,0.01,0.015,0.02):
        print(t,[w(x,t) for x in (0,np.pi/2,np.pi)], w(0,t,20)-w(0,t))
