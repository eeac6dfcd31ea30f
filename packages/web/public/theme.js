// Runs before the first paint, so that a chosen theme does not flash. The app's own code is src/theme/theme.ts.
try {
  var kept = JSON.parse(localStorage.getItem('skein:look') || '{}')
  if (kept.theme === 'light' || kept.theme === 'dark') document.documentElement.dataset.theme = kept.theme
  if (kept.density === 'compact') document.documentElement.dataset.density = kept.density
} catch (error) {
  console.warn('the look that was kept cannot be read', error)
}
