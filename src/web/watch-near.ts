/**
 * Calls `notify` whenever an element comes within `margin` of the viewport, or leaves it. Returns a function that stops this.
 * On a busy page one callback has several entries, the newest last.
 */
export function watchNear(element: Element, margin: string, notify: (near: boolean) => void): () => void {
  const observer = new IntersectionObserver((entries) => notify(entries.at(-1)?.isIntersecting === true), {
    rootMargin: margin,
  });
  observer.observe(element);
  return () => observer.disconnect();
}
