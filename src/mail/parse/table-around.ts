/** The table around an element of a tree of any kind. */
export function tableAround<Element extends { name: string; parent: Element | null | undefined }>(
  element: Element,
): Element | undefined {
  let around = element.parent;
  while (around && around.name !== 'table') around = around.parent;
  return around ?? undefined;
}
