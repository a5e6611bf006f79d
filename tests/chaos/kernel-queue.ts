/** The bytes that the kernel buffers for a connection between two processes of this machine. */
import { readFile } from 'node:fs/promises'

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']

/** For the connection of a client's port; null if the system has no such tables. */
export async function bytesInKernel(clientPort: number): Promise<number | null> {
  const tables = await Promise.all(TABLES.map((table) => readFile(table, 'utf8').catch(() => null)))
  const known = tables.filter((table) => table !== null)
  return known.length > 0 ? known.reduce((sum, table) => sum + queued(table, clientPort), 0) : null
}

/** The bytes unread at the client's end plus those unacknowledged at the other. The table is in hexadecimal. */
export function queued(table: string, clientPort: number): number {
  const end = `:${clientPort.toString(16).toUpperCase().padStart(4, '0')}`
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .reduce((sum, [, local = '', remote = '', , queues = '']) => {
      const [sending = '0', reading = '0'] = queues.split(':')
      if (local.endsWith(end)) return sum + Number.parseInt(reading, 16)
      return remote.endsWith(end) ? sum + Number.parseInt(sending, 16) : sum
    }, 0)
}
