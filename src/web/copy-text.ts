/**
 * Copies the text of an element to the clipboard. Returns whether that worked. Without HTTPS the browser offers pages no
 * clipboard API; then this function selects the text and runs the copy command.
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
