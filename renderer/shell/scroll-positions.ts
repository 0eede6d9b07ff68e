/** A page that comes back may still be loading: so many frames long its height is waited for. */
const MOST_FRAMES = 60;

const positions = new Map<string, number>();
let isComingBack = false;

/** Notes how far each page was scrolled, by its address. Returns how to stop. */
export function keepScrollPositions(): () => void {
  history.scrollRestoration = 'manual';
  window.addEventListener('scrollend', note);
  window.addEventListener('popstate', comeBack);
  return () => {
    window.removeEventListener('scrollend', note);
    window.removeEventListener('popstate', comeBack);
  };
}

function note(): void {
  positions.set(location.hash, window.scrollY);
}

function comeBack(): void {
  isComingBack = true;
}

/** Leaves the page where it is: its address has changed, and it is the same page. */
export function stayThere(): void {
  isComingBack = false;
}

/** Shows a route from its top, or where the person left it when they come back to it. Returns how to stop. */
export function scrollTo(route: string): () => void {
  const wanted = isComingBack ? (positions.get(`#${route}`) ?? 0) : 0;
  isComingBack = false;
  let frames = 0;
  let frame = 0;
  step();

  function step(): void {
    frames += 1;
    window.scrollTo(0, wanted);
    if (window.scrollY < wanted && frames < MOST_FRAMES) frame = requestAnimationFrame(step);
  }

  return () => cancelAnimationFrame(frame);
}
