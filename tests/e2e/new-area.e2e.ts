/** Adds a new area to a copy of the product with ten files and three lines; the copy is checked, built and used. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../support/free-port.ts'
import { type Member, signIn } from '../support/member.ts'
import { type AddedLine, copyProduct, type ProductCopy } from '../support/product-copy.ts'
import { until } from '../support/until.ts'
import { createWorld, type World } from '../support/world.ts'
import { test as base, choose, expect, isLive, told } from './fixtures.ts'

const AREA = path.resolve(import.meta.dirname, '../fixtures/visits')
const LINES: readonly AddedLine[] = [
  { file: 'packages/contracts/src/rooms.ts', line: `export * as visits from './visits/visits.ts'` },
  { file: 'apps/api/src/modules.ts', line: `  import('./modules/visits/visits.module.ts'),`, before: '])' },
  {
    file: 'apps/web/src/app/feature-list.ts',
    line: `export { visits } from '../features/visits/visits.feature.ts'`,
  },
]
const SETTING_UP_MS = 600_000

interface WorkerFixtures {
  product: ProductCopy
  /** Resolves once the copy's web app is built. */
  built: () => Promise<void>
  world: World
}

const test = base.extend<object, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names from the pattern
    async ({}, use) => {
      const product = copyProduct()
      product.add(AREA, LINES)
      await use(product)
      product.remove()
    },
    { scope: 'worker', timeout: SETTING_UP_MS },
  ],
  built: [
    async ({ product }, use) => {
      const building = product.run('node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn')
      const done = building.then(
        () => null,
        (error: unknown) => ({ error }),
      )
      await use(async () => {
        const failed = await done
        if (failed) throw failed.error
      })
      await done
    },
    { scope: 'worker', timeout: SETTING_UP_MS },
  ],
  world: [
    async ({ product, built }, use) => {
      const port = await freePort()
      const redis = spawn('redis-server', [
        ...['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      ])
      await once(redis.stdout, 'data')
      await built()
      const world = await createWorld({ REDIS_URL: `redis://127.0.0.1:${port}` }, [], product.root)
      await use(world)
      await world.stop()
      redis.kill('SIGKILL')
    },
    { scope: 'worker', timeout: SETTING_UP_MS },
  ],
})

const rowOf = (page: Page, patient: string) => page.getByRole('row').filter({ hasText: patient })
const patients = (page: Page) => page.getByRole('table', { name: 'Visits' }).locator('bdi')

interface Planned {
  readonly _id?: string
  readonly patientName: string
  readonly startsAt: string
  readonly endsAt: string
}

/** Makes a call of the new area, which the product's own list of calls does not contain. */
async function save(
  world: World,
  { token }: Member,
  visit: Planned,
  organizationId = 'org_cedar',
): Promise<{ _id: string; status: string }> {
  const answer = await until(async () => {
    const given = await fetch(`${world.url}/api/visits`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ organizationId, ...visit }),
    })
    // A busy service asks its callers to try again.
    if (given.status === 503) throw new Error('The service refused to save the visit.')
    return given
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { _id: string; status: string } }).data
}

test('new area of ten files and three lines passes the room check, the compiler and the contract tests', async ({
  product,
  built,
}) => {
  test.setTimeout(SETTING_UP_MS)
  const { files, lines } = product.difference()
  expect(files).toHaveLength(10)
  expect(lines).toHaveLength(3)
  const tsc = 'node_modules/typescript/bin/tsc'
  const contracts = ['wire', 'calls'].map((name) => `packages/contracts/src/${name}.test.ts`)
  await product.run('scripts/check-rooms.ts')
  await Promise.all([
    product.run(tsc, '-p', '.', '--singleThreaded').then(() => product.run(tsc, '-p', 'apps/web', '--singleThreaded')),
    product.run('node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...contracts),
    built(),
  ])
})

test('new area books, filters and follows visits, and shows none of another organization', async ({ world, desk }) => {
  const { page } = await desk('lena@demo.test')
  const elsewhere = await desk('omar@demo.test', '/visits')
  const dana = await signIn(world.url, 'dana@demo.test')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Visits' }).click()
  await expect(page.getByText('No visits yet')).toBeVisible()
  await expect(elsewhere.page.getByText('No visits yet')).toBeVisible()
  await isLive(page)
  await isLive(elsewhere.page)

  await test.step('the form says at each field what is wrong, and books what is right', async () => {
    await page.getByRole('button', { name: 'Book a visit' }).click()
    const form = page.getByRole('form', { name: 'Visit', exact: true })
    const field = (label: string) => form.getByLabel(label)
    const saveButton = form.getByRole('button', { name: 'Save' })
    await field('Starts').fill('2031-05-06T09:00')
    await field('Ends').fill('2031-05-06T08:30')
    await saveButton.click()
    await expect(field('Patient')).toHaveAccessibleDescription('Type the name of the patient')
    await expect(field('Ends')).toHaveAccessibleDescription('Must end after it begins')
    await expect(field('Patient')).toBeFocused()
    await field('Patient').fill('Rosalind Vega')
    await field('Ends').fill('2031-05-06T09:30')
    await saveButton.click()
    await told(page, 'Visit saved')
    await expect(form).toBeHidden()
    await expect(rowOf(page, 'Rosalind Vega')).toContainText('May 6, 2031, 9:00 AM')
  })

  const early = { startsAt: '2031-05-06T13:00:00Z', endsAt: '2031-05-06T13:30:00Z' }
  const late = { startsAt: '2031-05-07T13:00:00Z', endsAt: '2031-05-07T13:30:00Z' }
  const past = { startsAt: '2026-01-06T15:00:00Z', endsAt: '2026-01-06T15:30:00Z' }
  const { _id } = await save(world, dana, { patientName: 'Tobias Lind', ...early })
  const moved = { _id, patientName: 'Tobias Lind' }

  await test.step('a visit that a colleague books or moves stands at its place, without a reload', async () => {
    await expect(patients(page)).toHaveText(['Tobias Lind', 'Rosalind Vega'])
    await save(world, dana, { ...moved, ...late })
    await expect(patients(page)).toHaveText(['Rosalind Vega', 'Tobias Lind'])
  })

  await test.step('a visit whose end has passed is over by the worker, and leaves a table of booked visits', async () => {
    const before = { startsAt: '2026-01-05T15:00:00Z', endsAt: '2026-01-05T15:30:00Z' }
    expect(await save(world, dana, { patientName: 'Ida Moreau', ...before })).toMatchObject({ status: 'booked' })
    await expect(rowOf(page, 'Ida Moreau')).toContainText('Over')
    await choose(page, 'Status', 'Booked')
    await expect(page).toHaveURL(/status=booked/)
    await expect(patients(page)).toHaveText(['Rosalind Vega', 'Tobias Lind'])
    expect(await save(world, dana, { ...moved, ...past })).toMatchObject({ status: 'booked' })
    await expect(patients(page)).toHaveText(['Rosalind Vega'])
    await page.reload()
    await expect(patients(page)).toHaveText(['Rosalind Vega'])
    await choose(page, 'Status', 'All')
    await expect(patients(page)).toHaveText(['Ida Moreau', 'Tobias Lind', 'Rosalind Vega'])
  })

  await test.step('another organization hears and reads nothing of it', async () => {
    await expect(elsewhere.page.getByText('No visits yet')).toBeVisible()
    const omar = await signIn(world.url, 'omar@demo.test')
    const refused = await fetch(`${world.url}/api/visits?organizationId=org_cedar`, {
      headers: { authorization: `Bearer ${omar.token}` },
    })
    expect(refused.status).toBe(403)
    await save(world, omar, { patientName: 'Elias Berg', ...early }, 'org_lakeside')
    await expect(patients(elsewhere.page)).toHaveText(['Elias Berg'])
    expect(elsewhere.heard.join()).toContain('Elias Berg')
    expect(elsewhere.heard.join()).not.toContain('Tobias Lind')
  })
})
