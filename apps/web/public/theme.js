// Runs before the first paint. The page's own code (src/lib/theme.ts, src/lib/density.ts) takes over with the same rules.
;(() => {
  let choice = null
  let density = null
  try {
    choice = localStorage.getItem('theme')
    density = localStorage.getItem('density')
  } catch {
    // Storage can be forbidden; the system's preference is a good answer then.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  if (density === 'compact') document.documentElement.dataset.density = density
})()
