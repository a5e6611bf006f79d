import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { expect, test } from 'vitest'
import type { Page } from '../parts/page.ts'
import { createPageRouter } from './page-router.ts'

/** A page whose code arrives when the test says so. */
function held(path: string) {
  let bring: () => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  let fetched = 0
  const code = new Promise<{ Component: () => null }>((resolve, reject) => {
    bring = () => resolve({ Component: () => null })
    fail = reject
  })
  const page: Page = {
    path,
    load: () => {
      fetched += 1
      return code
    },
  }
  return { page, bring: () => bring(), fail: (error: Error) => fail(error), fetched: () => fetched }
}

function open(address: string, pages: readonly Page[]) {
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createPageRouter([{ children: [...pages, { path: '*' }] }], history)
  const at = () => {
    const { location, pages: shown, isLeaving } = router.state
    return [history.location.pathname, location.pathname, shown.at(-1)?.path, isLeaving]
  }
  return { router, history, at, push: (to: string) => router.navigator.push(to) }
}

const nowhere: Page = { path: 'nowhere', Component: () => null }

test('router keeps page and address until the code of the next page is loaded', async () => {
  const slow = held('slow')
  const { at, push } = open('/nowhere', [nowhere, slow.page])
  push('/slow')
  expect(at()).toEqual(['/nowhere', '/nowhere', 'nowhere', true])
  slow.bring()
  await expect.poll(at).toEqual(['/slow', '/slow', 'slow', false])
})

test('router shows nothing until the code of the first page is loaded', async () => {
  const slow = held('slow')
  const { at } = open('/slow', [slow.page])
  expect(at()).toEqual(['/slow', '/slow', undefined, true])
  slow.bring()
  await expect.poll(at).toEqual(['/slow', '/slow', 'slow', false])
})

test('router follows the last navigation, even when the code of an earlier one arrives later', async () => {
  const [first, second] = [held('first'), held('second')]
  const { at, push } = open('/nowhere', [nowhere, first.page, second.page])
  push('/first')
  push('/second')
  second.bring()
  await expect.poll(at).toEqual(['/second', '/second', 'second', false])
  first.bring()
  await Promise.resolve()
  expect(at()).toEqual(['/second', '/second', 'second', false])
  push('/first')
  push('/second')
  expect(at(), 'back to the page that is shown').toEqual(['/second', '/second', 'second', false])
})

test('router follows Back, and shows a page at once whose code is loaded', async () => {
  const slow = held('slow')
  const { at, push, history } = open('/nowhere', [nowhere, slow.page])
  push('/slow')
  slow.bring()
  await expect.poll(at).toEqual(['/slow', '/slow', 'slow', false])
  history.go(-1)
  expect(at()).toEqual(['/nowhere', '/nowhere', 'nowhere', false])
  history.go(1)
  expect([...at(), slow.fetched()]).toEqual(['/slow', '/slow', 'slow', false, 1])
})

test('router loads a frame and its page in parallel, each once', async () => {
  const [frame, inner] = [held('frame'), held('inner')]
  const { at, push } = open('/nowhere', [nowhere, { ...frame.page, children: [inner.page] }])
  push('/frame/inner')
  expect([frame.fetched(), inner.fetched()]).toEqual([1, 1])
  inner.bring()
  frame.bring()
  await expect.poll(at).toEqual(['/frame/inner', '/frame/inner', 'inner', false])
  push('/frame/inner?again')
  expect([frame.fetched(), inner.fetched()]).toEqual([1, 1])
})

test('router keeps the query on a redirect and adds no history entry for it', () => {
  const home: Page = { path: 'home', Component: () => null }
  const { router, history, push } = open('/?a=1', [{ index: true, redirect: '/home' }, nowhere, home])
  const address = () => router.state.location.pathname + router.state.location.search
  expect(address()).toBe('/home?a=1')
  push('/nowhere')
  push('/?b=2')
  expect(address()).toBe('/home?b=2')
  history.go(-1)
  expect(address()).toBe('/nowhere')
  router.navigator.replace('/')
  expect([address(), history.index]).toEqual(['/home', 1])
})

test('router renders the load error when the code of a page cannot be loaded [SHELL-13]', async () => {
  const absent = held('absent')
  const { router, at, push } = open('/nowhere', [nowhere, absent.page])
  push('/absent')
  absent.fail(new Error('not there'))
  await expect.poll(at).toEqual(['/absent', '/absent', 'absent', false])
  const Code = router.codeOf(absent.page) as () => null
  expect(() => Code()).toThrow('not there')
})
