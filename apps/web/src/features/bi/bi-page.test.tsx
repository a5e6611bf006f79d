import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { lena, ok, type RecordedCall, showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { forgetNotices } from '../../ui/notify.tsx'
import { Component as BiPage } from './bi-page.tsx'
import { pathError, titleError } from './bi-words.rules.ts'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  vi.unstubAllGlobals()
})

const operations = { _id: 'bi_1', title: 'Operations', path: '/embed/dashboards/12' }
const visits = { _id: 'bi_2', title: '<b>Visits</b>', path: '/embed/looks/3' }

/** A server that keeps its dashboards. */
function open(first: readonly (typeof operations)[], user?: typeof lena) {
  let kept = first
  const server = {
    biDashboards: () => ok(kept),
    addBiDashboard: ({ body: { title, path } }: RecordedCall) => {
      const added = { _id: 'bi_new', title, path }
      kept = [...kept, added]
      return ok(added)
    },
    removeBiDashboard: ({ body: { dashboardId } }: RecordedCall) => {
      if (!kept.some(({ _id }) => _id === dashboardId)) throw new CallError('Failed', 404, { reason: 'not_found' })
      kept = kept.filter(({ _id }) => _id !== dashboardId)
      return ok({ _id: dashboardId })
    },
  }
  const world = showSettings(<BiPage />, server, user)
  return { ...world, removeElsewhere: () => (kept = []) }
}

const rows = () => within(screen.getByRole('list', { name: 'BI dashboards' })).getAllByRole('listitem')

async function fill(title: string, path: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Add a dashboard' }))
  const form = await screen.findByRole('form', { name: 'Add a BI dashboard' })
  const field = (name: string) => within(form).getByRole<HTMLInputElement>('textbox', { name })
  if (title !== '') await userEvent.type(field('Title'), title)
  await userEvent.type(field('Path'), path)
  const add = () => userEvent.click(within(form).getByRole('button', { name: 'Add the dashboard' }))
  await add()
  return { field, add }
}

test('BI dashboards show a dashboard that an admin adds', async () => {
  const { of } = open([])
  expect(await screen.findByText('No BI dashboards')).toBeTruthy()
  await fill(' Operations ', '/embed/dashboards/12')
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  expect(of('addBiDashboard')[0]).toMatchObject({
    body: { organizationId: 'org_cedar', title: 'Operations', path: '/embed/dashboards/12' },
    idempotencyKey: expect.any(String),
  })
  const link = await screen.findByRole('link', { name: 'Operations', hidden: true })
  expect(link.getAttribute('href')).toBe('/dashboards/bi/bi_new')
})

test('BI dashboards say at the field what is wrong, and send nothing', async () => {
  const { of } = open([])
  const { field, add } = await fill('', 'https://bi.test/embed/dashboards/12')
  const said = (name: string) =>
    document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent
  expect(said('Title')).toBe('Enter a title, like “Operations”')
  expect(said('Path')).toMatch(/^Enter the path alone, like \/embed\/dashboards\/12/)
  expect(document.activeElement).toBe(field('Title'))
  expect(of('addBiDashboard')).toEqual([])
  await userEvent.type(field('Title'), 'Operations')
  await userEvent.clear(field('Path'))
  await userEvent.type(field('Path'), '/embed/dashboards/12')
  await add()
  await waitFor(() => expect(of('addBiDashboard')).toHaveLength(1))
})

test('BI dashboards ask before one is removed, and then show the others', async () => {
  const { of } = open([operations, visits])
  await userEvent.click(await screen.findByRole('button', { name: 'Remove <b>Visits</b>' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove “<b>Visits</b>”?' })
  expect(of('removeBiDashboard')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove the dashboard' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(of('removeBiDashboard')[0]?.body).toEqual({ organizationId: 'org_cedar', dashboardId: 'bi_2' })
  await waitFor(() => expect(rows().map((row) => row.textContent)).toEqual(['Operations/embed/dashboards/12Remove']))
})

test('BI dashboards are read again when a colleague has removed the one that is to go', async () => {
  const { removeElsewhere } = open([operations])
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Operations' }))
  const dialog = await screen.findByRole('alertdialog')
  removeElsewhere()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove the dashboard' }))
  expect(await within(dialog).findByRole('alert')).toBeTruthy()
  expect(await screen.findByText('No BI dashboards')).toBeTruthy()
})

test('BI dashboards offer a member who is no admin nothing to change', async () => {
  open([operations], lena)
  expect((await screen.findByRole('link', { name: 'Operations' })).getAttribute('href')).toBe('/dashboards/bi/bi_1')
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  open([], lena)
  expect(await screen.findByText('An admin adds them.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['/embed/dashboards/12', true],
  ['/embed/looks/sales::team-1', true],
  ['', false],
  ['embed/looks/1', false],
  ['/embed/', false],
  ['/embed/1?x=1', false],
  [`/embed/${'a'.repeat(300)}`, false],
])('pathError of %s agrees with the contract', (path, isGood) => {
  expect(pathError(path) === undefined).toBe(isGood)
})

test('titleError bounds a title', () => {
  expect(titleError('A'.repeat(120))).toBeUndefined()
  expect(titleError('A'.repeat(121))).toBe('Use at most 120 characters')
})
