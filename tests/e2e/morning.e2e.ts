/** A morning at the desk with "Next patient", in a world of its own, because the busy morning's patients disturb other tests. */
import type { Page } from '@playwright/test'
import type { Phone } from '../support/phone.ts'
import { createWorld, type World } from '../support/world.ts'
import { queryStore } from '../support/world-store.ts'
import { test as base, composer, expect, isLive, keysAreHeard, messages, startWriting } from './fixtures.ts'

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names from the pattern
    async ({}, use) => {
      const world = await createWorld()
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

const MINE = 30
const THEIRS = 6
const CARD = 'Could you send a photo of the front and the back of your insurance card, please?'

interface Worked {
  readonly id: string
  /** The number of the patient's question. */
  readonly nth: number
  /** The text that the patient must get; null if the conversation was closed or snoozed. */
  readonly answer: string | null
}

const idIn = (page: Page) => new URL(page.url()).searchParams.get('conversation')
const bar = (page: Page) => page.getByRole('region', { name: 'Next patient' })

/** Waits for the next conversation, which is none of those before, and returns the number of its question. */
async function nextOpens(page: Page, before: readonly Worked[]): Promise<Pick<Worked, 'id' | 'nth'>> {
  await expect.poll(() => idIn(page)).not.toBe(before.at(-1)?.id ?? null)
  await expect(bar(page)).toContainText('You’re on it')
  // The address changes before the thread does.
  let nth: number | null = null
  await expect(async () => {
    nth = await questionIn(page)
    expect([null, ...before.map((one) => one.nth)]).not.toContain(nth)
  }).toPass({ timeout: 60_000 })
  const id = idIn(page) ?? ''
  expect(before.map((one) => one.id)).not.toContain(id)
  return { id, nth: nth ?? -1 }
}

/** Returns the number of the question in the open thread; null while it loads. */
async function questionIn(page: Page): Promise<number | null> {
  const [, nth] = /Question (\d+)\./.exec((await messages(page).textContent()) ?? '') ?? []
  return nth === undefined ? null : Number(nth)
}

async function answer(page: Page, keys: () => Promise<void>): Promise<void> {
  await startWriting(page)
  await keys()
  await page.keyboard.press('Control+Enter')
}

async function insertCard(page: Page): Promise<void> {
  await page.keyboard.type('/insurance')
  await expect(page.getByRole('listbox', { name: 'Canned messages' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(composer(page)).toHaveValue(CARD)
}

async function snooze(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  const words = page.getByRole('combobox', { name: 'Go to a patient, conversation or page' })
  await expect(words).toBeFocused()
  await page.keyboard.type('snooze tomorrow')
  await expect(page.getByRole('option').first()).toContainText('Snooze: Tomorrow')
  await page.keyboard.press('Enter')
  await expect(words).toHaveCount(0)
}

/** Answers most patients, closes every sixth conversation, snoozes another sixth, and takes what comes next. */
async function work(page: Page, times: number): Promise<Worked[]> {
  const worked: Worked[] = []
  await page.keyboard.press('Shift+N')
  for (let done = 0; done < times; done += 1) {
    const { id, nth } = await nextOpens(page, worked)
    const words = done % 6 === 3 ? CARD : `Yes ${nth}`
    if (done % 6 === 4) {
      await keysAreHeard(page)
      await page.keyboard.press('e')
    } else if (done % 6 === 5) await snooze(page)
    else await answer(page, () => (words === CARD ? insertCard(page) : page.keyboard.type(words)))
    worked.push({ id, nth, answer: done % 6 < 4 ? words : null })
  }
  // The last one is done once the next is open, which goes back to those who wait.
  await expect.poll(() => idIn(page)).not.toBe(worked.at(-1)?.id ?? null)
  await expect(bar(page)).toContainText('You’re on it')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  return worked
}

test('Next patient leads through 30 conversations of a busy morning by keyboard alone, beside a colleague, none twice and none forgotten', async ({
  desk,
  stranger,
  world,
  allowConsole,
}) => {
  // An overloaded machine refuses calls or lets them time out; the screens try again.
  allowConsole(/503|TimeoutError: signal timed out/)
  // No patient of the demo waits longer than these.
  await queryStore(world, `update conversations set waiting_since = null where organization_id = 'org_cedar'`)
  const patients: Phone[] = Array.from({ length: MINE + THEIRS }, () => stranger())
  await Promise.all(patients.map((patient, nth) => patient.text(`Question ${nth}. Do you have a minute?`)))
  const waiting = () =>
    queryStore(world, `select id from conversations where waiting_since is not null and organization_id = 'org_cedar'`)
  await expect.poll(async () => (await waiting()).length).toBe(patients.length)

  const [lena, dana] = [(await desk('lena@demo.test')).page, (await desk('dana@demo.test')).page]
  for (const page of [lena, dana]) await isLive(page)
  const morning = (change: object) => lena.request.post(`${world.url}/sandbox/morning`, { data: change })
  expect((await morning({ isPlaying: true, speed: 4 })).status()).toBe(200)

  const [lenas, danas] = await Promise.all([work(lena, MINE), work(dana, THEIRS)])

  expect((await (await morning({ isPlaying: false })).json()).morning.done.text).toBeGreaterThan(0)
  const all = [...lenas, ...danas]
  expect(all.map(({ nth }) => nth).toSorted((a, b) => a - b)).toEqual(patients.map((_, nth) => nth))
  for (const { nth, answer: words } of all)
    await expect.poll(() => patients[nth]?.received()).toEqual(words === null ? [] : [words])

  // The busy morning's patients are left to colleagues, so nobody else waits at the end of this one.
  // Keys rest for a moment after a change of the list, and a late text of the morning may wait again.
  await expect(async () => {
    await queryStore(world, `update conversations set waiting_since = null where organization_id = 'org_cedar'`)
    await lena.keyboard.press('Shift+N')
    await expect(bar(lena)).toContainText('is waiting', { timeout: 3000 })
  }).toPass()
  const answered = lenas.filter((one) => one.answer !== null).length
  await expect(bar(lena)).toContainText(`You answered ${answered}, typical wait`)
})
