/** Address of the published editor, in the version the demo was made with. */
export const EDITOR_BASE = 'https://cdn.jsdelivr.net/npm/@templatical/editor@0.10.4/dist/cdn/';

export const EDITOR_ENTRY = 'editor.js';

/** SHA-384 of every module, by file: browsers refuse a module that differs. */
export const EDITOR_HASHES: Readonly<Record<string, string>> = {
  'editor.js': '9N9XrAGzsGsj5kw6+y3bqrOiNmpvVv+ee9Cp4fj7R5+ZmsBrzkDKEk+923VqI4/R',
  'chunks/AiFeatureMenu-DRWRoPdh.js': 'lBsyTzb5qKVFRRO6T4dnd/FSmJDp5CKJwiEhC3sVSZ25SeOB6uzJq81GCJsp68Ft',
  'chunks/BlockIssueBadge-D2ApLp61.js': 'lBTQge8A9ZhtPfg9hcTA89liDzSqxARcZkgStIpBJ2nrUnA+tefP3uMHsuUf3aSZ',
  'chunks/CloudEditor-gvOOuXac.js': '5tBdZfWLx8AYkwg4bJbDPi86H8cKHhphpb2oM4ov/ENWF0pNEX5RMZOp9w+Y/OYP',
  'chunks/CollaboratorBar-BZK3R383.js': 'cxRyJ6s+NqLK9z7u74mYS9UEKOt55jDY1lLNgRVgnvrFim+TFqOMNfA7Lu3jg9aj',
  'chunks/CountdownBlock-DU5YmjFP.js': 'T4lV65rZw82Yu5hK3Rx6flTYLH0+dSN4Dl1X1leEIIbulVpONDjqJR6dNYe9N2oH',
  'chunks/CountdownToolbar-C1nlFm4e.js': 'lDzLKx5HgOKfE+34rJeGeG3k14tvdyViNVSdTR3PmMHqLIXcDsBbQuVfmrRxTIEn',
  'chunks/IssuesPanel-R3M60NTk.js': 'n90A4VU+MOegPPiLCZMN/rlMlqNfqeMxxMEUbfRuTHC0ECKBS8ie1L7+HSQZb29f',
  'chunks/ModuleBrowserModal-DMithQu8.js': 'sWCE1AB4r1h/1RjcmYKqle+pBhVc9d9YfffkB/JWAahYNGcwWudRDNBaAS/cz4LN',
  'chunks/ModulePreviewCanvas-BNKbV_c2.js':
    'T//1imc/WrjE4pzvwERokn4Pk56fLEGjBL2Hfi9RzwH1NTMOAk+eigs6I3Rexd0O',
  'chunks/NumberWithSuffix-C5zNn3Oc.js': '1JDZZwoq0S1lVbzaOSbdB6NAPYeMoshcuzaoqcRQyQxzKAp1NP1gJzLR4vDLsp1W',
  'chunks/ParagraphEditor-H136qVNI.js': 'HR2eRmYQLYtH9Hg5Iz8u8I6FhJ1Twnq078Q1c31ljdx+LP0hKZsQ6u0kMIrbiRQz',
  'chunks/RichTextEditorContent-BxW6vSck.js':
    'DXTBOTf391KnxUZ2xCTCQLsixTvT23wqG/00ddyaY2uOEPo1SzXBgRcGNcF8UmXV',
  'chunks/SaveModuleDialog-BaiynUWb.js': 'vHMkV8O2lsoX21MykdcXNsON0H/X3ubtP+0G7yVZxy0nnIKHaZqZ8yNfM0Vwmizh',
  'chunks/TitleEditor-BBsR46vE.js': '8Lcn0qKo1qRrKebx/6tG7wYsom8CQKGFLb6uqmiSh5sC5wxsVdTHjV9C2wpaaX5I',
  'chunks/blockTypeIcons-CX05RINM.js': 'ZdFDLQlSFQDv9JD0OCO+YFIguEFghNzRZFBEFNFEzjZwaeWw0VlWR+k/IYoL52hM',
  'chunks/de-CTYXVU9v.js': 'AXBh/N/Is33TF3xPAoSgC6P6/m7YzD9WNbScPia9kyS3jgJcBJkZEgyx0EMzkE+I',
  'chunks/de-DFYCT4QU.js': 'QBIrhwMTH/nV/2sncWZvQmPuVWbnX2oh1gDtZbeK+KXt+J5980oGDrzyUWuQ9nB+',
  'chunks/de-DIAGP7yH.js': '1QnP+iio2bOTY7Qw4vOIpGwWg/uuJykRmfX5ZC1ZG5UMWOHT7B3/y49TwoP5wH3t',
  'chunks/draggable-iAb7QVJo.js': 'sre5R9/dhXMv9h97p65XGf5mkGeFUSmkofyYzwQ+nuoQmQeB2I3uNIKaUiFlUIcD',
  'chunks/emojiData-6m0DBh7O.js': 'o/SGC/Yqcuv7NC2Sp6WHijIXDZwh/9SBcrgQ0d+t5itkfFHEW1cFK9oGbKWuurFi',
  'chunks/en-BtmIaJeb.js': 'tC2Y2d+t7ycCqqZLvB70BDTaE/nU2q3Rl0YFy7BaEpJ7uFmIcTlB4KN/fPSqH17b',
  'chunks/en-DE_y1YWU.js': 'PLXVtpqlrEP4snx6AoMB3SdkXiq4Qj8FOV6FEaM1BUztJ2cPZUhVME/Uyt3dvls8',
  'chunks/en-nqIW8Q9W.js': 'JuMgsugQjFhiQVz5UuS4bH/mE3bcE3kQ3ksVmJz9R3MFqmpVHQvUT5eUu60H+fBT',
  'chunks/extensions-2LuW8PHB.js': 'ShcQ5l2rUnEWWP/fGnfoG9hNgWJzxk/b2L9UnGXW4ILMuryjBmGCfUFoxSopBWc3',
  'chunks/features-CxHQG9xr.js': '9kVLnkRd/k3sNVIcF9O/KKQWqVj157FKPmFyzsQn5GllnlkC17x2jTNLLanlL0fL',
  'chunks/icons-DrsFvnNP.js': '7Jzy64SXvxlg3b+sRYrCcaaI5lDyQnWFXcwnz2usCXujUb0Y3Ex86IG8urXizjCW',
  'chunks/liquid.browser-DUDc3U21.js': 'TLhdce94PfdvYz6qVuwOH98Ynl1M437z/iWOuYuj9tFV2iyWDY6zggWt+fUOQi76',
  'chunks/media-library-CDXkfBa7.js': 'I87MsHZSY9KI0bh0YrGmv1itLKkZYvMBKLWd1/0DTNEEES4xR2eH1BJo/02AEsgy',
  'chunks/pt-BR-B2ZvFlRL.js': 'Ev1pEHdxEDAh53ybt82oQdpuPoD1EgVs5sqoF2HlwNRfewsmPStScjTT+XwxqqrI',
  'chunks/pt-BR-BibOQm-o.js': 'l/JtAPxQ059RnxEN/HQE9iju89I4totKTLsAQHuZ34Yww7MHrpsV6HOSJQOwZi0u',
  'chunks/pt-BR-DCNnLLx9.js': 'xl0SSxYBfLj4Q5+dZcGoQHv9ZjODrnldf50/2JlOVl/TS8t41yeKj6jx5sjgXfwI',
  'chunks/pusher-CHo5Cua0.js': '33uqTGdmFK6jJGOkPy55W2+mNTuA2U0dya4NNsrW9BSMXtf7mGev/1LnH/AUKOXJ',
  'chunks/quality-HR87TCZc.js': 'HjnFOF/T549XDhvgN6JWYGmjxz/5JgQY7iQzumWgbR+v2ve/o+DQLPg3nmEQagbs',
  'chunks/readableTextColor-f8Kykfnh.js': 'AZ4sKaWfXy+iNugAQkkzOOwgQUKhi1Vfn57D6mUrNJF5VGAjGTLwfFwFhg7jOh1x',
  'chunks/renderer-Dh5WdraW.js': 'Q122id42kvdLOAy8HsyelSCZxk/LwUNKFhMSzq//V8NpFpWbzr28jWhtflVtxmu4',
  'chunks/rolldown-runtime-Dqa2HsxW.js': '/FhoOzpvl2p+flp8dC+ot52ZccIY8oGH1JoTRYSysbkKmVhn6eCDsLqLFi4xOG+2',
  'chunks/src-fyYLC_tY.js': 'SwtLG4bTMGWkj3X0eRzfD7YakDKYXVZm5q4dank/Hu3Mx1YwMoYCTVE7/SDBwmnU',
  'chunks/styleConstants-lGobwiLH.js': 'iSrCVi85MsAZPBVW9e4rHnFrqXQzQQ33lguh8GnL7rJUGnX7r9Xb6YLgLcVOlhDK',
  'chunks/styles-NhU45rEI.js': '57mhhnbs2ynURXgHvpTAIRZfL5gkYza5+jZOLqjdY7JOwYKzEhcYlday8+JK7oSw',
  'chunks/tiptap-CfnwT9a8.js': '9w0EB/cH09nWcPxqIYCycp+x+LROhpiS+j/YFz+r9ht39ePTEQEO//xvVlTcOGcF',
};
