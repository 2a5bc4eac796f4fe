// A quarter of a plate of 200 mm by 100 mm with a hole of 20 mm, in millimetres:  gmsh -2 plate.geo -o plate.msh
SetFactory("Built-in");
Point(1) = {0, 0, 0};
Point(2) = {10, 0, 0};
Point(3) = {100, 0, 0};
Point(4) = {100, 50, 0};
Point(5) = {0, 50, 0};
Point(6) = {0, 10, 0};
Line(1) = {2, 3};
Line(2) = {3, 4};
Line(3) = {4, 5};
Line(4) = {5, 6};
Circle(5) = {6, 1, 2};
Curve Loop(1) = {1, 2, 3, 4, 5};
Plane Surface(1) = {1};

Physical Surface("sheet") = {1};
Physical Curve("middle_y") = {1};
Physical Curve("grip") = {2};
Physical Curve("middle_x") = {4};
Physical Curve("hole") = {5};
Physical Point("notch") = {6};

// Fine at the hole, coarse far from it; quadrilaterals in place of triangles.
MeshSize {2, 6} = 1.2;
MeshSize {3, 4, 5} = 10;
Mesh.Algorithm = 8;
Mesh.RecombineAll = 1;
Mesh.MshFileVersion = 4.1;
