/** What browsers do without styles of the author, as far as mails need it. Margins and sizes are those of the HTML standard. */
export const BROWSER_STYLES = `
html,body,address,article,aside,blockquote,center,dd,div,dl,dt,figcaption,figure,footer,header,hr,main,nav,ol,p,pre,section,
ul,h1,h2,h3,h4,h5,h6{display:block}
p,blockquote,dl,figure,ol,pre,ul{margin:1em 0}
blockquote,figure{margin-left:40px;margin-right:40px}
ol,ul{padding-inline-start:40px}
ul{list-style-type:disc}
ol{list-style-type:decimal}
ol ol,ol ul,ul ol,ul ul{margin:0}
li{display:list-item}
dd{margin-left:40px}
hr{margin:8px 0;border-top:1px solid #808080}
center{text-align:center}
h1{font-size:2em;margin:.67em 0}
h2{font-size:1.5em;margin:.83em 0}
h3{font-size:1.17em;margin:1em 0}
h4{margin:1.33em 0}
h5{font-size:.83em;margin:1.67em 0}
h6{font-size:.67em;margin:2.33em 0}
b,strong,th,h1,h2,h3,h4,h5,h6{font-weight:bold}
address,cite,dfn,em,i,var{font-style:italic}
code,kbd,pre,samp,tt{font-family:Cousine,Arimo}
a,ins,u{text-decoration:underline}
a{color:#0000ee}
del,s,strike{text-decoration:line-through}
big{font-size:larger}
small,sub,sup{font-size:smaller}
sub{vertical-align:sub}
sup{vertical-align:super}
mark{background-color:#ffff00;color:#000000}
pre,br{white-space:pre}
table{display:table;box-sizing:border-box;border-spacing:0}
thead,tbody,tfoot,table>tr{vertical-align:middle}
tbody>tr,thead>tr,tfoot>tr,td,th{vertical-align:inherit}
thead{display:table-header-group}
tbody{display:table-row-group}
tfoot{display:table-footer-group}
tr{display:table-row}
td,th{display:table-cell;padding:1px}
th,caption{text-align:center}
caption{display:table-caption}
img{max-width:100%}
`;
