/** Calls `notify` whenever an element comes within `margin` of the viewport, or leaves it. Returns a function that stops this. */
export function watchNear(element: Element, margin: string, notify: (near: boolean) => void): () => void {
  const observer = new IntersectionObserver((entries) => notify(entries.some((entry) => entry.isIntersecting)), {
    rootMargin: margin,
  });
  observer.observe(element);
  return () => observer.disconnect();
}
