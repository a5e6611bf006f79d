/** A proxy to a database that can freeze: bytes stay in transit and no connection breaks, as if the server hung. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface FrozenWire {
  /** The database's address through the proxy. */
  readonly url: string
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** The database's address through a proxy: by TCP, also where the tests use a socket of the file system. */
export function addressThrough(storeUrl: string, host: string): string {
  const url = Object.assign(new URL(storeUrl), { host })
  url.searchParams.delete('host')
  return url.href
}

export async function freezable(storeUrl: string): Promise<FrozenWire> {
  const target = new URL(storeUrl)
  const open = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.on('data', (bytes: Buffer) => other.write(bytes))
      if (isFrozen) one.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: addressThrough(storeUrl, `127.0.0.1:${(server.address() as AddressInfo).port}`),
    freeze() {
      isFrozen = true
      for (const socket of open) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of open) socket.resume()
    },
    async close() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
