// Keeps the app itself, so that it opens when the server does not answer. Nothing out of a transcript is ever kept:
// only the page, files with a hash in their name and the icons; everything else goes to the network as if this were not
// here.
const KEPT = 'skein-app-1'
const scope = new URL(self.registration.scope)
const page = new URL('./', scope).href
const HASHED = /\/assets\/[^/]+-[\w-]{8}\.\w+$/
const STILL = /\/(?:theme\.js|icon[^/]*\.(?:svg|png)|manifest\.webmanifest)$/

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.add(new Request(page, { cache: 'reload' })))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname))
    return
  const path = `/${url.pathname.slice(scope.pathname.length)}`
  if (HASHED.test(path)) event.respondWith(keptFirst(request))
  else if (STILL.test(path)) event.respondWith(networkFirst(request, request))
  else if (request.mode === 'navigate' && isApp(path)) event.respondWith(networkFirst(request, page))
})

/** Addresses of the app. One-time links, downloads and the API are not: nobody else may answer them. */
function isApp(path) {
  return /^\/(?:$|(?:[ps]\/|search$|usage$|settings$))/.test(path)
}

/** A name with a hash always means the same bytes. What no page names any more is let go. */
async function keptFirst(request) {
  const cache = await caches.open(KEPT)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) {
    await cache.put(request, response.clone())
    const old = (await cache.keys()).filter((one) => HASHED.test(new URL(one.url).pathname))
    await Promise.all(old.slice(0, Math.max(0, old.length - MOST_FILES)).map((one) => cache.delete(one)))
  }
  return response
}

async function networkFirst(request, keptAs) {
  const cache = await caches.open(KEPT)
  try {
    const response = await fetch(request)
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    // A page that was answered from elsewhere (a redirect to a sign-in of a proxy) is not the app.
    if (response.ok && !response.redirected && (keptAs !== page || isPage))
      await cache.put(keptAs, response.clone())
    return response
  } catch (error) {
    const kept = await cache.match(keptAs)
    if (kept) return kept
    throw error
  }
}

const MOST_FILES = 400
