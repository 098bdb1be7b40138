"""The inch table: rectangles, polygons and polylines on a plane, for every rule set that measures with a ruler.

Inches; x to the east, y to the north, the origin at the south-west corner; facings and bearings clockwise from north
(OH-G1, AR-G1, G-1).  Places are stored in hundredths of an inch, facings in tenths of a degree; everything between is
worked out in unrounded inches, by additions, products, quotients, square roots and an integer table of sines: each of
these has one result on every machine.  Whatever differs between rule sets is a parameter of the call.
"""
