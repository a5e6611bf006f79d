import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** The folder of the encoded files below the root; each keeps the path and extension of its plain file. */
const ENCODED = 'encoded'
const TEXTS = /\.(?:js|css|html|svg)$/
/** Both at their highest level, which only brotli has as its default. */
const ENCODERS = {
  br: promisify(brotliCompress),
  gzip: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
}

/** Compresses the built files once, so that no edge compresses them for each request. */
export function encodedFiles(): Plugin {
  let outDir: string | null = null
  return {
    name: 'encoded-files',
    apply: 'build',
    configResolved({ root, build }) {
      outDir = build.write ? path.resolve(root, build.outDir) : null
    },
    closeBundle: {
      order: 'post',
      handler: () => (outDir === null ? undefined : encodeFiles(outDir)),
    },
  }
}

/** Writes the compressed files, except those that would not be smaller. */
export async function encodeFiles(root: string): Promise<void> {
  const files = await readdir(root, { recursive: true })
  const texts = files.filter((file) => TEXTS.test(file) && !file.startsWith('.') && !file.startsWith(ENCODED))
  await Promise.all(
    texts.flatMap((file) =>
      Object.entries(ENCODERS).map(async ([name, encode]) => {
        const content = await readFile(path.join(root, file))
        const encoded = await encode(content)
        if (encoded.length >= content.length) return
        const to = path.join(root, ENCODED, name, file)
        await mkdir(path.dirname(to), { recursive: true })
        await writeFile(to, encoded)
      }),
    ),
  )
}
