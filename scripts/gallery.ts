/** The gallery, built and served without anything behind it. `GALLERY_BUILT` says that it is built already. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { build } from 'vite'

const CONFIG = path.resolve('apps/web/gallery.config.ts')
export const GALLERY_DIST = path.resolve('apps/web/gallery/dist')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export async function serveGallery(): Promise<{ url: string; close: () => Promise<void> }> {
  if (process.env.GALLERY_BUILT !== '1') await build({ configFile: CONFIG, logLevel: 'error' })
  const server = createServer(async (req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://here.test')
    const isPage = /^\/gallery(\/[^.]*)?$/.test(pathname)
    const file = path.join(GALLERY_DIST, isPage ? 'gallery/index.html' : path.normalize(pathname))
    try {
      const bytes = await readFile(file)
      res.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(bytes)
    } catch {
      res.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
