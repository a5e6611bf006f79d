import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sentFetch } from './sent-fetch.ts'

/** A request that the test answers. */
class Request {
  static last: Request
  readonly headers: [string, string][] = []
  readonly upload: { onprogress?: (event: object) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void
  opened: unknown
  body: unknown
  status = 0
  response: Uint8Array | null = null
  constructor() {
    Request.last = this
  }
  open(...asked: unknown[]) {
    this.opened = asked
  }
  setRequestHeader(name: string, value: string) {
    this.headers.push([name, value])
  }
  send(body: unknown) {
    this.body = body
  }
  abort() {
    this.onabort?.()
    this.onloadend?.()
  }
  getAllResponseHeaders() {
    return 'content-type: application/json\r\nretry-after: 3\r\n'
  }
  answer(status: number, text: string) {
    this.status = status
    this.response = new TextEncoder().encode(text)
    this.onload?.()
    this.onloadend?.()
  }
}

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', Request))
afterEach(() => void vi.unstubAllGlobals())

test('sentFetch sends like fetch, tells how much has left, and answers with the response', async () => {
  const shares: number[] = []
  const asked = sentFetch((share) => shares.push(share))('/api/x', {
    method: 'PUT',
    headers: { a: 'b' },
    body: 'bytes',
  })
  const { last } = Request
  expect([last.opened, last.headers, last.body]).toEqual([['PUT', '/api/x'], [['a', 'b']], 'bytes'])
  last.upload.onprogress?.({ loaded: 4, total: 10, lengthComputable: true })
  last.upload.onprogress?.({ loaded: 4, total: 0, lengthComputable: false })
  last.answer(413, '{"code":"error"}')
  const response = await asked
  expect([response.status, await response.json(), response.headers.get('retry-after'), shares]).toEqual([
    ...[413, { code: 'error' }, '3', [0.4]],
  ])
})

test('sentFetch answers without a body where the status has none', async () => {
  const asked = sentFetch(() => undefined)('/api/x')
  Request.last.answer(204, '')
  expect((await asked).body).toBeNull()
})

test('sentFetch fails like fetch when nobody answers, and when its signal aborts', async () => {
  const lost = sentFetch(() => undefined)('/api/x')
  Request.last.onerror?.()
  await expect(lost).rejects.toBeInstanceOf(TypeError)

  const leaving = new AbortController()
  const stopped = sentFetch(() => undefined)('/api/x', { signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(stopped).rejects.toThrow('left')
  await expect(sentFetch(() => undefined)('/api/x', { signal: leaving.signal })).rejects.toThrow('left')
})
