import type { Fetch } from './fetch-helper.ts'

/** A `fetch` that tells how much of the body is sent, which the browser's own does not. */
export function sentFetch(onSent: (share: number) => void): Fetch {
  return (address, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const stop = () => request.abort()
      request.open(method, address)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.responseType = 'arraybuffer'
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onSent(loaded / total)
      }
      request.onload = () => resolve(responseOf(request))
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.onabort = () => reject(signal?.reason ?? new DOMException('The upload was stopped', 'AbortError'))
      request.onloadend = () => signal?.removeEventListener('abort', stop)
      if (signal?.aborted) return reject(signal.reason)
      signal?.addEventListener('abort', stop)
      request.send(body as XMLHttpRequestBodyInit | null | undefined)
    })
}

/** These statuses have no body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304])

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(':')
    if (name !== '') headers.append(name, value.join(':').trim())
  }
  const { status } = request
  return new Response(EMPTY.has(status) ? null : (request.response as ArrayBuffer), { status, headers })
}
