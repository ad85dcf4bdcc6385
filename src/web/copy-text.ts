/**
 * Puts an element's text on the clipboard and answers whether it is there. Outside of https the browser has no clipboard
 * for pages; then the text is selected and copied as a person would.
 */
export async function copyText(element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.innerText);
    return true;
  } catch {
    window.getSelection()?.selectAllChildren(element);
    return document.execCommand('copy');
  }
}
