/** The sandbox's busy morning, in a world of its own, because its patients would disturb other tests. */
import { createWorld, type World } from '../support/world.ts'
import { test as base, expect, isLive, rows } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names from the pattern
    async ({}, use) => {
      const world = await createWorld({}, ['--busy'])
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

test('busy morning brings conversations to the inbox live, by --busy and by its button, until it is stopped', async ({
  desk,
  visitor,
}) => {
  const { page: inbox } = await desk('lena@demo.test')
  await isLive(inbox)
  const { page } = await visitor('/sandbox')
  const morning = page.getByRole('region', { name: 'Busy morning' })
  const count = (what: string) => morning.locator('dt', { hasText: what }).locator('+ dd')
  const texts = async () => Number(await count('texts').textContent())

  // The busy morning runs since the start: at 20x a text arrives every second.
  await morning.getByLabel('Speed').selectOption('20x')
  const newest = await rows(inbox).first().textContent()
  await expect.poll(() => rows(inbox).first().textContent()).not.toBe(newest)
  await expect.poll(texts).toBeGreaterThan(0)
  await expect(morning.locator('.last')).not.toBeEmpty()
  expect(await violationsOf(page)).toEqual([])

  await morning.getByRole('button', { name: 'Stop' }).click()
  const play = morning.getByRole('button', { name: 'Play a busy morning' })
  await expect(play).toBeVisible()
  const stoppedAt = await texts()
  await page.reload()
  await expect(play).toBeVisible()
  expect(await texts()).toBe(stoppedAt)

  // A new busy morning counts from zero.
  await morning.getByLabel('Speed').selectOption('20x')
  await play.click()
  await expect(morning.getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect.poll(texts).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(play).toBeVisible()
})
