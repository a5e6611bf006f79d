import type { Plugin } from 'vite'

const PAGE = /^\/gallery(\/[^.?]*)?(\?|$)/

/** During development the addresses of the gallery lead to its page; the app that is built knows none of them. */
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
