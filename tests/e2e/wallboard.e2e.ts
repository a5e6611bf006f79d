/** The wallboard: it follows texts and desks, survives a dead server, and names no patient. */
import type { Envelope } from '@foyer/contracts/event.ts'
import type { Frame } from '@foyer/contracts/live.ts'
import { BOARD_TOPIC } from '@foyer/contracts/topic.rules.ts'
import type { Page } from '@playwright/test'
import { signIn } from '../support/member.ts'
import { phone } from '../support/phone.ts'
import { CLINIC_NUMBERS, type World } from '../support/world.ts'
import { CUT_OFF, expect, isLive, KILLED, nothingSticksOut, test } from './fixtures.ts'
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

const wordsOf = (name: string) => name.split(/\s+/).filter((word) => word.length > 2)

/** A patient of the clinic who does not wait, and shares no word of the name with anybody on the screen. */
async function quietPatient(world: World, shown: string) {
  const sam = await signIn(world.url, 'sam@demo.test')
  const query = { organizationId: 'org_cedar', status: ['all' as const], limit: 100 }
  // Other tests leave many conversations in which a patient waits.
  const pages = await Promise.all(
    [1, 2, 3, 4, 5].map((page) => sam.call('conversations', { query: { ...query, page } })),
  )
  const found = pages
    .flatMap(({ data }) => data)
    .find(
      ({ type, patientId, waitingSince, name }) =>
        type === 'sms' &&
        patientId !== null &&
        waitingSince === null &&
        // Other tests leave patients whose names are markup.
        /^[\p{L}' -]+$/u.test(name) &&
        !wordsOf(name).some((word) => shown.includes(word)),
    )
  if (!found) throw new Error('Every patient of the clinic waits.')
  return { id: found.id, name: found.name, ...phone(world.url, found.from, CLINIC_NUMBERS.org_cedar) }
}

/** The events of the wallboard among what the page's sockets received. */
function boardEvents(heard: readonly string[]): Envelope[] {
  return heard.flatMap((packet) => {
    const [, message] = /^\d+(\[.*\])$/s.exec(packet) ?? []
    const parts: (Partial<Frame> | null)[] = message === undefined ? [] : JSON.parse(message)
    return parts.flatMap((part) => part?.events ?? []).filter(({ audience }) => audience === BOARD_TOPIC)
  })
}

test('a supervisor sees counts and waits change with a text of a patient, without the name, the number or a word [DESIGN-17] [OPEN-099]', async ({
  desk: sitAt,
  world,
}) => {
  const { page, heard } = await sitAt('sam@demo.test', '/live')
  await open(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Wallboard' })).toBeVisible()
  const screen = page.locator('[data-moment]')
  const patient = await quietPatient(world, await page.locator('body').innerText())
  const [before, unread] = [await total(page), Number(await count(page, 'unreadMessages').getAttribute('data-value'))]
  await patient.text('Is the quokka parking free?')
  await expect.poll(() => total(page)).toBe(before + 1)
  await expect(count(page, 'unreadMessages')).toHaveAttribute('data-value', String(unread + 1))
  const rows = () => boardEvents(heard).filter(({ type, key }) => type === 'board.changed' && key === patient.id)
  await expect.poll(() => rows().length).toBeGreaterThan(0)
  const number = new RegExp(patient.number.slice(-10).replace(/^(...)(...)(....)$/, '$1\\D{0,2}$2\\D{0,2}$3'))
  const secrets = [...wordsOf(patient.name).map((word) => new RegExp(`\\b${word}\\b`, 'i')), number, /quokka|parking/i]
  // The inbox's own events, which the same page receives, have all of them, and may come after those of the board.
  for (const secret of secrets) await expect.poll(() => heard.join('\n')).toMatch(secret)
  const seen = `${await screen.innerHTML()} ${JSON.stringify(boardEvents(heard))}`
  for (const secret of secrets) expect(seen).not.toMatch(secret)
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
  allowConsole(CUT_OFF, KILLED)
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
