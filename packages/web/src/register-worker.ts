/** The app opens without the server, and can be installed. Where there is no secure context it does without. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const url = new URL('./service-worker.js', document.baseURI)
  window.addEventListener('load', () => {
    navigator.serviceWorker
      .register(url, { scope: new URL('.', document.baseURI).pathname })
      .catch((error: unknown) => {
        console.warn('the app cannot be kept for when the server is away', error)
      })
  })
}
