import { expect, test } from 'vitest'
import { answerIn, bytesOf } from './lean-client.ts'

const ANSWER = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 5\r\n\r\nbusy!'

test('answerIn reads status and body when all bytes are there', () => {
  expect(answerIn(Buffer.from(ANSWER))).toEqual({ status: 503, body: Buffer.from('busy!'), saysWhen: true })
})

test('answerIn reports a missing Retry-After', () => {
  expect(answerIn(Buffer.from('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n'))).toMatchObject({
    saysWhen: false,
  })
})

test('answerIn returns null while the head or the body is incomplete', () => {
  expect(answerIn(Buffer.from(ANSWER.slice(0, 40)))).toBeNull()
  expect(answerIn(Buffer.from(ANSWER.slice(0, -1)))).toBeNull()
})

test('answerIn throws when an answer states no length', () => {
  expect(() => answerIn(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).toThrow('without its length')
})

test('bytesOf writes the length of a body in bytes', () => {
  const request = bytesOf({ method: 'POST', url: 'http://127.0.0.1:4000/a?b=c', headers: { x: 'y' }, body: 'é' })
  expect(request.toString()).toBe('POST /a?b=c HTTP/1.1\r\nhost: 127.0.0.1:4000\r\nx: y\r\ncontent-length: 2\r\n\r\né')
})
