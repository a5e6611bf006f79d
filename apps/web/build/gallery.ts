import type { Plugin } from 'vite'

const PAGE = /^\/gallery(\/[^.?]*)?(\?|$)/

/** In development the gallery's addresses serve its page; the built app has no gallery. */
export function gallery(): Plugin {
  return {
    name: 'gallery',
    apply: 'serve',
    configureServer: ({ middlewares }) => {
      middlewares.use((req, _res, next) => {
        if (req.headers.accept?.includes('text/html') && PAGE.test(req.url ?? '')) req.url = '/gallery/index.html'
        next()
      })
    },
  }
}
