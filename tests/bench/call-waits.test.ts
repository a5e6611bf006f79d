import { expect, test } from 'vitest'
import { createWaitCount } from './call-waits.ts'

const PATH = '/list'

test('A call waits once per statement when each follows the answer before it', () => {
  const count = createWaitCount()
  const call = count.begin(PATH)
  for (let statement = 0; statement < 3; statement++) call.sent()()
  call.end()
  expect(count.of(PATH)).toEqual({ calls: 1, waits: 3, statements: 3 })
})

test('A call waits once for statements that it sends before the first answer', () => {
  const count = createWaitCount()
  const call = count.begin(PATH)
  const answers = [call.sent(), call.sent(), call.sent()]
  for (const answer of answers) answer()
  call.end()
  expect(count.of(PATH)).toEqual({ calls: 1, waits: 1, statements: 3 })
})

test('A call waits again for a statement that it sends after an answer while another one is under way', () => {
  const count = createWaitCount()
  const call = count.begin(PATH)
  const [first, second] = [call.sent(), call.sent()]
  first()
  const third = call.sent()
  second()
  third()
  call.end()
  expect(count.of(PATH)).toEqual({ calls: 1, waits: 2, statements: 3 })
})

test('A call does not wait for a statement that is answered after its response', () => {
  const count = createWaitCount()
  const call = count.begin(PATH)
  call.sent()()
  const late = call.sent()
  call.end()
  late()
  expect(count.of(PATH)).toEqual({ calls: 1, waits: 1, statements: 1 })
})

test('The count keeps paths apart when calls of several run at once', () => {
  const count = createWaitCount()
  const [list, text] = [count.begin(PATH), count.begin('/text')]
  const listed = list.sent()
  text.sent()()
  listed()
  expect(count.of(PATH)).toEqual({ calls: 1, waits: 1, statements: 1 })
  expect(count.of('/text')).toEqual({ calls: 1, waits: 1, statements: 1 })
})
