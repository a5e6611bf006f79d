/** The wallboard: it follows texts and desks, survives a dead server, and names no patient. */
import type { Page } from '@playwright/test'
import { signIn } from '../support/member.ts'
import { expect, isLive, nothingSticksOut, test } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const waits = (page: Page) => page.getByRole('table', { name: 'Longest waits' })
const total = async (page: Page) => Number(await page.locator('[data-waiting]').getAttribute('data-waiting'))
const update = (page: Page) => page.locator('[data-update]')
const count = (page: Page, name: string) => page.locator(`[data-count=${name}]`)
const desk = (page: Page, userId: string) => page.locator(`[data-user-id=${userId}]`)

async function open(page: Page) {
  await isLive(page)
  await expect(update(page)).toHaveAttribute('data-update', 'live')
  await expect(waits(page).getByRole('row')).not.toHaveCount(1)
}

test('a supervisor sees counts and waits change with a text, without a name [DESIGN-17] [OPEN-099]', async ({
  desk: sitAt,
  stranger,
}) => {
  const { page, heard } = await sitAt('sam@demo.test', '/live')
  await open(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Wallboard' })).toBeVisible()
  const [before, unread] = [await total(page), Number(await count(page, 'unreadMessages').getAttribute('data-value'))]
  await stranger().text('Is the parking free?')
  await expect.poll(() => total(page)).toBe(before + 1)
  await expect(count(page, 'unreadMessages')).toHaveAttribute('data-value', String(unread + 1))
  const shown = await page.locator('[data-moment]').innerText()
  expect(shown).not.toMatch(/\+?1?\(?512\)?[ -]?55|parking/i)
  const ofBoard = heard.filter((frame) => frame.includes('board.changed'))
  expect(ofBoard.length).toBeGreaterThan(0)
})

test('a colleague who changes the desk is seen at once, from the account menu to the board [OPEN-099]', async ({
  desk: sitAt,
}) => {
  const { page } = await sitAt('sam@demo.test', '/live')
  const { page: dana } = await sitAt('dana@demo.test')
  await open(page)
  await isLive(dana)
  await dana.getByRole('button', { name: /account menu$/ }).click()
  await dana.getByRole('menuitem', { name: 'Your shift' }).click()
  const panel = dana.getByRole('dialog', { name: 'Your shift' })
  await panel.getByRole('button', { name: 'On a call' }).click()
  await expect(panel.getByRole('status', { name: 'Your desk' })).toHaveText(/^You are on a call/)
  await expect(desk(page, 'usr_dana')).toContainText('On a call')
  await panel.getByRole('button', { name: 'Break for 30 minutes' }).click()
  await expect(desk(page, 'usr_dana')).toContainText(/Break until \d+:\d\d [AP]M/)
  await panel.getByRole('button', { name: 'Off' }).click()
  await expect(desk(page, 'usr_dana')).toHaveCount(0)
})

test('the board keeps its numbers through a killed server and is live again by itself [OPEN-099]', async ({
  desk: sitAt,
  world,
  stranger,
  allowConsole,
}) => {
  allowConsole(/ERR_|Failed to load resource|WebSocket|status(?: of|:) 50\d|AbortError|TypeError/)
  const { page } = await sitAt('sam@demo.test', '/live')
  await open(page)
  const before = await total(page)
  await world.kill()
  await expect(update(page)).toHaveAttribute('data-update', 'behind')
  await expect(update(page)).toContainText(/as of \d+:\d\d [AP]M/)
  expect(await total(page)).toBe(before)
  await world.start()
  await stranger().text('Are you there again?')
  await expect(update(page)).toHaveAttribute('data-update', 'live')
  await expect.poll(() => total(page)).toBe(before + 1)
})

test('a row of the longest waits opens its conversation', async ({ desk: sitAt }) => {
  const { page } = await sitAt('sam@demo.test', '/live')
  await open(page)
  const row = waits(page).locator('[data-conversation-id]').first()
  const id = await row.getAttribute('data-conversation-id')
  await row.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/inbox\\?.*conversation=${id}`))
})

test('the board asks for no more than it shows', async ({ world }) => {
  const sam = await signIn(world.url, 'sam@demo.test')
  const { data } = await sam.call('board', { query: { organizationId: 'org_cedar' } })
  expect(Object.keys(data.rows[0] ?? {}).sort()).toEqual([
    ...['_id', 'assigned', 'channel', 'failed', 'letters', 'requestType', 'version', 'waitingSince'],
  ])
})

for (const theme of ['light', 'dark'] as const)
  for (const width of [1440, 820, 390])
    test(`the wallboard has no barriers and fits at ${width} px in ${theme} [DESIGN-17]`, async ({ desk: sitAt }) => {
      const { page } = await sitAt('sam@demo.test', '/live', { viewport: { width, height: 900 }, theme })
      await open(page)
      await nothingSticksOut(page)
      expect(await violationsOf(page)).toEqual([])
    })
