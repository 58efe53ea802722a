// Tokens that meet after expansion must not become one token in the output.
#define plus +
#define minus -
#define empty
#define lt <
#define id(x) x
+plus -minus plus+ +empty+ -id(-) id(+)id(+) lt lt lt= id(<)id(<)
id(a)id(b) x id(1) id(1)2 id(.)5 id(L)"s" id(u8)"t" id(1)id(e5)
-minus-empty-id(-)1
id(/)id(/) id(/)id(*) plus plus
&id(&) |id(|) =id(=) !id(=) id(%)id(:) #id(#)
