import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { expectConsole } from '../../../../tests/support/quiet.ts'
import { ErrorPage } from '../app/error-page.tsx'
import { NotFoundPage } from '../app/not-found-page.tsx'
import { createPageRouter } from '../app/page-router.ts'
import { Pages } from '../app/pages.tsx'
import type { Page } from '../parts/page.ts'
import { type PublicSettings, reportingConfig } from './config.ts'
import { startReporting } from './reporting.ts'
import { ReportingContext } from './reporting-context.tsx'

const DSN = 'https://publickey@reports.test/prefix/42'
const ENDPOINT = 'https://reports.test/prefix/api/42/envelope/?sentry_version=7&sentry_key=publickey'
const SITE = 'https://foyer.test'

afterEach(() => void vi.useRealTimers())

/** A separate window per test, so that no test sees the errors of another. */
function open(settings: PublicSettings = {}, answer: () => Promise<Response> = async () => Response.json({})) {
  const requests: { address: string; init: RequestInit }[] = []
  const target = new EventTarget()
  const window = Object.assign(target, {
    location: { origin: SITE },
    navigator: { userAgent: 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36' },
    performance: { timeOrigin: Date.parse('2026-11-03T09:11:00Z') },
    fetch: async (address: string, init: RequestInit = {}) => {
      requests.push({ address, init })
      return answer()
    },
  }) as unknown as Window & typeof globalThis
  const config = reportingConfig({ VITE_ERROR_REPORTING_DSN: DSN, ...settings })!
  let made = 0
  const reporting = startReporting(config, {
    window,
    now: () => new Date('2026-11-03T09:11:02Z'),
    randomHex: (bytes) => (made++ === 2 ? '7f2a' : '').padEnd(bytes * 2, 'ab'),
    chance: () => 0.5,
  })
  const envelopes = () =>
    requests.flatMap(({ init }) => {
      if (init.method !== 'POST') return []
      const [header, item, payload] = String(init.body)
        .split('\n')
        .map((line) => JSON.parse(line))
      return { header, item, payload }
    })
  const emit = (type: string, facts: object) => window.dispatchEvent(Object.assign(new Event(type), facts))
  return { reporting, requests, envelopes, emit, window }
}

const settled = async (requests: readonly unknown[], count: number) => {
  await vi.waitFor(() => expect(requests).toHaveLength(count))
}

const routerAt = (address: string, pages: readonly Page[]) =>
  createPageRouter(pages, createMemoryHistory({ initialEntries: [address] }))

function showError(error: unknown, reporting: ReturnType<typeof open>['reporting'] | null) {
  expectConsole('error')
  const Broken = () => {
    throw error
  }
  const page = { path: '/', title: 'Dashboards', Component: Broken, Fault: ErrorPage }
  return render(
    <ReportingContext value={reporting}>
      <Pages router={routerAt('/', [page])} />
    </ReportingContext>,
  )
}

const withStatus = (status: number) => Object.assign(new Error('answered'), { status })

describe('report destination', () => {
  test('is the service, or the tunnel if one is set: one envelope per error [RULE-20] [OPEN-085]', async () => {
    for (const [tunnel, address] of [
      ['', ENDPOINT],
      ['/monitoring', '/monitoring'],
    ] as const) {
      const { reporting, requests, envelopes } = open({ VITE_ERROR_REPORTING_TUNNEL: tunnel })
      const error = new Error('broken')
      const report = reporting.report(error)
      expect(await report.flush(2000)).toBe(true)
      reporting.report(error)
      await settled(requests, 1)
      expect(requests[0]).toMatchObject({ address, init: { method: 'POST', credentials: 'omit', keepalive: true } })
      expect(envelopes()[0]).toMatchObject({
        header: { dsn: DSN, event_id: expect.stringMatching(/^7f2a/) },
        item: { type: 'event' },
        payload: { tags: { reference: '7F2A-0911Z' }, contexts: { browser: { name: 'Chrome', version: '142' } } },
      })
    }
  })

  test('does not exist without a usable address [RULE-22] [OPEN-085]', () => {
    for (const VITE_ERROR_REPORTING_DSN of ['', 'nowhere', 'https://reports.test/42', 'ftp://key@reports.test/42'])
      expect(reportingConfig({ VITE_ERROR_REPORTING_DSN })).toBeNull()
    expect(reportingConfig({})).toBeNull()
  })

  test('names production, or the environment of the build [CONST-21]', async () => {
    for (const [given, environment] of [
      [undefined, 'production'],
      ['', 'production'],
      ['staging', 'staging'],
    ] as const) {
      const { reporting, envelopes } = open(given === undefined ? {} : { VITE_ERROR_REPORTING_ENVIRONMENT: given })
      await reporting.report(new Error('broken')).flush(2000)
      expect(envelopes()[0]?.payload.environment).toBe(environment)
    }
  })
})

describe('reporting', () => {
  test('sends an uncaught error and an unhandled rejection once each, also when the same location repeats', async () => {
    const { requests, envelopes, emit } = open()
    const [error, reason] = [new Error('one'), new TypeError('two')]
    emit('error', { error, message: 'one' })
    emit('error', { error, message: 'one' })
    emit('unhandledrejection', { reason })
    emit('unhandledrejection', { reason })
    await settled(requests, 2)
    expect(envelopes().map(({ payload }) => payload.tags.mechanism)).toEqual(['uncaught', 'rejection'])
    for (let n = 0; n < 10; n += 1) emit('error', { error: new Error(`one, time ${n}`), message: '' })
    emit('unhandledrejection', { reason: new RangeError('three') })
    // The ten have the first one's type and location.
    await settled(requests, 3)
    expect(envelopes().map(({ payload }) => payload.exception.values[0].type)).toEqual([
      'Error',
      'TypeError',
      'RangeError',
    ])
  })

  test('sends at most twenty reports per page load', async () => {
    const { reporting, requests } = open()
    const flushed = Array.from({ length: 30 }, (_, n) => reporting.report(new Error(String(n))).flush(2000))
    expect((await Promise.all(flushed)).filter(Boolean)).toHaveLength(20)
    expect(requests).toHaveLength(20)
  })

  test('ignores a layout notice, and reports an error event without an object at its location', async () => {
    const { requests, envelopes, emit } = open()
    emit('error', { error: null, message: 'ResizeObserver loop completed with undelivered notifications.' })
    emit('error', { error: null, message: 'x', filename: `${SITE}/assets/main-AbCd1234.js`, lineno: 3, colno: 14 })
    await settled(requests, 1)
    expect(envelopes()[0]?.payload.exception.values[0].stacktrace.frames).toEqual([
      { filename: 'app:///assets/main-AbCd1234.js', lineno: 3, colno: 14, in_app: true },
    ])
  })
})

describe('trace', () => {
  const page = (path: string) => ({ path, Component: () => <p>here</p> })
  const pages = [page('/inbox/:id'), page('/sign-in'), { path: '*', Component: NotFoundPage }]

  test('measures an existing page under its pattern, and not a missing one [SHELL-09]', async () => {
    const { reporting, requests, envelopes } = open({ VITE_ERROR_REPORTING_TRACES: '1' })
    const router = routerAt('/inbox/patient-7?search=Ann', pages)
    reporting.follow(router)
    await settled(requests, 1)
    expect(envelopes()[0]).toMatchObject({
      item: { type: 'transaction' },
      payload: { transaction: '/inbox/:id', type: 'transaction', contexts: { trace: { op: 'pageload' } } },
    })
    router.navigator.push('/nowhere')
    router.navigator.push('/sign-in')
    await settled(requests, 2)
    expect(envelopes().map(({ payload }) => payload.transaction)).toEqual(['/inbox/:id', '/sign-in'])
    expect(JSON.stringify(requests)).not.toMatch(/patient-7|Ann|404|nowhere/)
  })

  test('does not measure a missing page when the app starts with it [SHELL-09]', async () => {
    const { reporting, requests } = open({ VITE_ERROR_REPORTING_TRACES: '1' })
    const router = routerAt('/nowhere', pages)
    reporting.follow(router)
    router.navigator.push('/sign-in')
    await settled(requests, 1)
  })

  test('measures nothing unless the build sets a share, and then only that share', async () => {
    for (const share of ['', '0', '0.4', 'no']) {
      const { reporting, envelopes } = open({ VITE_ERROR_REPORTING_TRACES: share })
      reporting.follow(routerAt('/sign-in', pages))
      await reporting.report(new Error('broken')).flush(2000)
      expect(envelopes().map(({ item }) => item.type)).toEqual(['event'])
    }
  })

  test('is in the headers of requests to our own server only [RULE-21] [OPEN-085]', async () => {
    const { requests, window } = open({ VITE_ERROR_REPORTING_TRACES: '1', VITE_ERROR_REPORTING_ENVIRONMENT: 'a b' })
    await window.fetch('/api/auth/me', { headers: { accept: 'application/json' } })
    await window.fetch(`${SITE}/api/inbox/agents`)
    await window.fetch('https://elsewhere.test/api/auth/me', { headers: { accept: 'text/plain' } })
    await window.fetch('//elsewhere.test/api')
    const marks = requests.map(({ init }) => {
      const headers = new Headers(init.headers)
      return [headers.get('accept'), headers.get('sentry-trace'), headers.get('baggage')]
    })
    const trace = expect.stringMatching(/^[0-9a-f]{32}-[0-9a-f]{16}-1$/)
    const baggage = expect.stringMatching(/^sentry-environment=a%20b,sentry-public_key=publickey,sentry-trace_id=/)
    expect(marks).toEqual([
      ['application/json', trace, baggage],
      [null, trace, baggage],
      ['text/plain', null, null],
      [null, null, null],
    ])
  })
})

describe('error page', () => {
  test('reports 500 and 503, but not 404 and 499 [SHELL-10]', async () => {
    for (const [status, count] of [
      [500, 1],
      [503, 1],
      [404, 0],
      [499, 0],
      [0, 0],
    ] as const) {
      const { reporting, requests, envelopes } = open()
      const { unmount } = showError(withStatus(status), reporting)
      expect(screen.getByRole('heading', { name: 'Dashboards stopped working' })).toBeDefined()
      if (count > 0) await screen.findByText(/We have been told/)
      else expect(screen.queryByText(/Telling us|been told/)).toBeNull()
      expect(requests).toHaveLength(count)
      if (count > 0) expect(envelopes()[0]?.payload.tags.status).toBe(String(status))
      unmount()
    }
  })

  test('reports an error without a status, and shows the report’s reference [SHELL-11]', async () => {
    const user = userEvent.setup()
    const { reporting, requests, envelopes } = open()
    showError(new Error('broken'), reporting)
    expect((await screen.findByText(/We have been told/)).textContent).toBe('We have been told. Reference 7F2A-0911Z')
    expect(requests).toHaveLength(1)
    expect(envelopes()[0]?.payload).toMatchObject({
      tags: { reference: '7F2A-0911Z', mechanism: 'page' },
      level: 'fatal',
    })
    await user.click(screen.getByRole('button', { name: 'Copy reference' }))
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe('7F2A-0911Z')
  })

  test('continues after 2000 ms when the report does not arrive [SHELL-12] [CONST-20]', async () => {
    await import('./reporter.ts')
    vi.useFakeTimers()
    const { reporting, requests } = open({}, () => new Promise(() => undefined))
    const flush = vi.fn()
    const report = reporting.report.bind(reporting)
    reporting.report = (error) => {
      const told = report(error)
      flush.mockImplementation(told.flush)
      return { ...told, flush }
    }
    showError(new Error('broken'), reporting)
    await act(() => vi.advanceTimersByTimeAsync(1990))
    expect(flush.mock.calls.every(([ms]) => ms === 2000)).toBe(true)
    expect(requests).toHaveLength(1)
    expect(screen.getByText('Telling us about it…')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(20))
    expect(screen.queryByText(/Telling us|been told|Reference/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Reload dashboards' })).toBeDefined()
  })

  test('continues at once when the report arrives [SHELL-12]', async () => {
    await import('./reporter.ts')
    vi.useFakeTimers()
    showError(new Error('broken'), open().reporting)
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByText(/We have been told/)).toBeDefined()
  })

  test('shows no reference when the report was refused, or reporting is off', async () => {
    const refused = open({}, async () => new Response(null, { status: 429 }))
    const { unmount } = showError(new Error('broken'), refused.reporting)
    await vi.waitFor(() => expect(screen.queryByText(/Telling us/)).toBeNull())
    expect(refused.requests).toHaveLength(1)
    expect(screen.queryByText(/been told|Reference/)).toBeNull()
    unmount()
    showError(new Error('broken'), null)
    expect(screen.queryByText(/Telling us|been told|Reference/)).toBeNull()
  })
})
