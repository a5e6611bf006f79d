import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../support/until.ts'
import { bytesInKernel, queued } from './kernel-queue.ts'

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0
   1: 0100007F:1F90 0100007F:C001 01 00000100:00000007 00:00000000 00000000     0
   2: 0100007F:C001 0100007F:1F90 01 00000009:00000010 00:00000000 00000000     0
   3: 0100007F:1F90 0100007F:C002 01 00001000:00000000 00:00000000 00000000     0
`

test('queued adds the bytes of both ends when a connection has unread and unacknowledged bytes', () => {
  expect(queued(TABLE, 0xc001)).toBe(0x110)
  expect(queued(TABLE, 0xc002)).toBe(0x1000)
  expect(queued(TABLE, 0xc003)).toBe(0)
})

test.runIf(process.platform === 'linux')('bytesInKernel counts the bytes when a client does not read', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [other] = (await once(server, 'connection')) as [Socket]
  onTestFinished(() => {
    client.destroy()
    other.destroy()
    server.close()
  })
  client.pause()
  other.write(Buffer.alloc(50_000))
  await until(async () => (await bytesInKernel(client.localPort ?? 0)) === 50_000)
})
