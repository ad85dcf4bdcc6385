/** Tells each time an element comes within `margin` of what is seen, or leaves it. Returns what ends that. */
export function watchNear(element: Element, margin: string, tell: (near: boolean) => void): () => void {
  const observer = new IntersectionObserver((entries) => tell(entries.some((entry) => entry.isIntersecting)), {
    rootMargin: margin,
  });
  observer.observe(element);
  return () => observer.disconnect();
}
