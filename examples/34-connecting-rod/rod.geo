// Connecting rod, lengths in millimetres: pins along y, the rod along x, its crank pin at x = c.
// gmsh -3 rod.geo -o rod.msh
SetFactory("Built-in");
L = 160; // between the pins
c = 45; // radius of the crank
R = 34; r = 24; // eye at the crank
S = 19; s = 11; // eye at the piston
h = 9; // half height of the shank
f = 16; g = 12; // radii of the fillets
w = 18; // thickness
d = 5.5; // size of the elements

xf = Sqrt((R + f)^2 - (h + f)^2);
xg = L - Sqrt((S + g)^2 - (h + g)^2);
Point(1) = {0, 0, 0, d};
Point(2) = {L, 0, 0, d};
// Around the eyes: outside, then the bores.
Point(3) = {0, 0, R, d}; Point(4) = {-R, 0, 0, d}; Point(5) = {0, 0, -R, d};
Point(6) = {L, 0, S, d}; Point(7) = {L + S, 0, 0, d}; Point(8) = {L, 0, -S, d};
Point(11) = {r, 0, 0, d}; Point(12) = {0, 0, r, d}; Point(13) = {-r, 0, 0, d}; Point(14) = {0, 0, -r, d};
Point(15) = {L + s, 0, 0, d}; Point(16) = {L, 0, s, d}; Point(17) = {L - s, 0, 0, d}; Point(18) = {L, 0, -s, d};
// Ends of the fillets, above and below, with their centres.
For k In {0:1}
  e = 1 - 2 * k;
  Point(20 + 10 * k) = {xf, 0, e * (h + f), d};
  Point(21 + 10 * k) = {xf * R / (R + f), 0, e * (h + f) * R / (R + f), d};
  Point(22 + 10 * k) = {xf, 0, e * h, d};
  Point(23 + 10 * k) = {xg, 0, e * (h + g), d};
  Point(24 + 10 * k) = {L - (L - xg) * S / (S + g), 0, e * (h + g) * S / (S + g), d};
  Point(25 + 10 * k) = {xg, 0, e * h, d};
EndFor
Circle(1) = {3, 1, 4}; Circle(2) = {4, 1, 5}; Circle(3) = {5, 1, 31}; Circle(4) = {31, 30, 32};
Line(5) = {32, 35};
Circle(6) = {35, 33, 34}; Circle(7) = {34, 2, 8}; Circle(8) = {8, 2, 7}; Circle(9) = {7, 2, 6}; Circle(10) = {6, 2, 24};
Circle(11) = {24, 23, 25};
Line(12) = {25, 22};
Circle(13) = {22, 20, 21}; Circle(14) = {21, 1, 3};
Circle(15) = {11, 1, 12}; Circle(16) = {12, 1, 13}; Circle(17) = {13, 1, 14}; Circle(18) = {14, 1, 11};
Circle(19) = {15, 2, 16}; Circle(20) = {16, 2, 17}; Circle(21) = {17, 2, 18}; Circle(22) = {18, 2, 15};
Curve Loop(1) = {1:14};
Curve Loop(2) = {15:18};
Curve Loop(3) = {19:22};
Plane Surface(1) = {1, 2, 3};
Recombine Surface{1};
Translate {c, -w / 2, 0} { Surface{1}; }
out[] = Extrude {0, w, 0} { Surface{1}; Layers{2}; Recombine; };
Physical Volume("rod") = {out[1]};
Physical Surface("big_eye") = {out[16], out[17], out[18], out[19]};
Physical Surface("small_eye") = {out[20], out[21], out[22], out[23]};
Physical Surface("fillet") = {out[14]};
Mesh.Algorithm = 8;
Mesh.RecombinationAlgorithm = 2;
Mesh.SubdivisionAlgorithm = 0;
Mesh.ElementOrder = 2;
Mesh.SecondOrderIncomplete = 1;
Mesh.HighOrderOptimize = 2;
Mesh.MshFileVersion = 4.1;
