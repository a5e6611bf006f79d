/** The bytes that a browser loads until the first screen can be used. */
import { FIRST_LOAD_LIMITS, firstLoad } from '../support/first-load.ts'
import { expect, isLive, onAskedAgain, rows, signInHere, test } from './fixtures.ts'

test('sign-in page can be used within its byte limit', async ({ browserOf }) => {
  const { page } = await browserOf({})
  const { total, bytes } = await firstLoad(page, '/sign-in', () => page.getByLabel('Email').fill('lena@demo.test'))
  expect(bytes.script).toBeGreaterThan(0)
  expect(total).toBeLessThan(FIRST_LOAD_LIMITS.signIn)
})

test('inbox can be used and is live within its byte limit, before the virtual list is there', async ({ browserOf }) => {
  const { page, context } = await browserOf({})
  await signInHere(context, 'lena@demo.test')
  const { total, bytes } = await firstLoad(page, '/inbox', async () => {
    await expect(rows(page).first()).toBeVisible()
    await isLive(page)
  })
  expect(bytes.answers).toBeGreaterThan(0)
  expect(total).toBeLessThan(FIRST_LOAD_LIMITS.inbox)
})

test('inbox reads each list once at its start, even when the relay answers before the last list [OPEN-097]', async ({
  browserOf,
}) => {
  const { page, context, heard } = await browserOf({})
  await signInHere(context, 'lena@demo.test')
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/inbox/')) reads.push(pathname + search)
  })
  onAskedAgain(page, (request) => {
    const { pathname, search } = new URL(request.url())
    const place = reads.indexOf(pathname + search)
    if (place >= 0) reads.splice(place, 1)
  })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/inbox/mentions?*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/inbox')
  await expect(rows(page).first()).toBeVisible()
  await expect.poll(() => heard.some((frame) => frame.includes('"resync":true'))).toBe(true)
  release()
  await isLive(page)
  expect(reads.filter((one, at) => reads.indexOf(one) !== at)).toEqual([])
  for (const path of ['conversations', 'mentions', 'drafts'])
    expect(
      reads.some((one) => one.startsWith(`/api/inbox/${path}`)),
      path,
    ).toBe(true)
})
