// @ts-check
// Makes the forms of /api/docs send their calls, as whoever is signed in.

const cookieOf = (/** @type {string} */ name) =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** @param {string} method */
async function antiForgery(method) {
  if (method === 'GET' || method === 'HEAD') return {};
  if (!cookieOf('XSRF-TOKEN')) await fetch('/sanctum/csrf-cookie');
  return { 'X-XSRF-TOKEN': decodeURIComponent(cookieOf('XSRF-TOKEN') ?? '') };
}

/** @param {HTMLFormElement} form */
function requestOf(form) {
  const { method = 'GET', path = '' } = form.dataset;
  const query = new URLSearchParams();
  const parts = new FormData();
  let [url, isForm] = [path, false];
  /** @type {string | undefined} */
  let json;
  for (const field of form.querySelectorAll('input, textarea')) {
    const { name, value, dataset, files } = /** @type {HTMLInputElement} */ (field);
    if (dataset.in === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value));
    if (dataset.in === 'query' && value !== '') query.set(name, value);
    if (dataset.in === 'body') json = value;
    if (dataset.in !== 'form') continue;
    isForm = true;
    for (const file of files ?? []) parts.append(name, file);
    if (!files && value !== '') parts.append(name, value);
  }
  return { method, url: query.size > 0 ? `${url}?${query}` : url, body: isForm ? parts : json };
}

/**
 * Shows what comes while it comes: a stream of events has no end.
 * @param {Response} answer
 * @param {HTMLElement} place
 */
async function show(answer, place) {
  const type = answer.headers.get('content-type') ?? '';
  place.hidden = answer.body === null || answer.status === 204;
  if (/^text\/event-stream/.test(type) && answer.body) {
    for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) place.append(piece);
  } else if (/json/.test(type)) {
    place.textContent = JSON.stringify(await answer.json(), undefined, 2);
  } else if (/^text\//.test(type)) {
    place.textContent = await answer.text();
  } else {
    const link = document.createElement('a');
    const bytes = await answer.blob();
    link.href = URL.createObjectURL(bytes);
    link.download = 'answer';
    link.textContent = `${bytes.size} Bytes, ${type}`;
    place.replaceChildren(link);
    place.hidden = bytes.size === 0;
  }
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const find = (/** @type {string} */ what) => /** @type {HTMLElement} */ (form.querySelector(what));
  const [status, place, stop] = [find('[role=status]'), find('pre'), find('[data-stop]')];
  const { method, url, body } = requestOf(form);
  const leaving = new AbortController();
  stop.onclick = () => leaving.abort();
  stop.hidden = false;
  place.hidden = true;
  place.textContent = '';
  delete status.dataset.went;
  status.textContent = status.dataset.sending ?? '';
  try {
    const headers = await antiForgery(method);
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const began = performance.now();
    const answer = await fetch(url, {
      method,
      headers: { ...headers, ...type },
      signal: leaving.signal,
      ...(body === undefined ? {} : { body }),
    });
    status.dataset.went = answer.ok ? 'well' : 'wrong';
    status.textContent = `${answer.status} ${answer.statusText} · ${Math.round(performance.now() - began)} ms · ${method} ${url}`;
    await show(answer, place);
  } catch {
    if (leaving.signal.aborted) return;
    status.dataset.went = 'wrong';
    status.textContent = status.dataset.failed ?? '';
  } finally {
    stop.hidden = true;
  }
}

for (const part of document.querySelectorAll('.try')) {
  /** @type {HTMLElement} */ (part).hidden = false;
  const form = /** @type {HTMLFormElement} */ (part.querySelector('form'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}
