/** Dashboards and alarms name metrics that the processes really have, and the handbook explains each alarm. */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createApi } from '@foyer/api/app.ts'
import type { Database } from '@foyer/api/db/database.ts'
import { createIdentity } from '@foyer/api/modules/session/identity.ts'
import { seams } from '@foyer/api/modules.ts'
import { createRegistry, startWorkers } from '@foyer/api/start/start-api.ts'
import { systemClock } from '@foyer/relay/clock.ts'
import { readRelayConfig } from '@foyer/relay/config.ts'
import { measureProcess } from '@foyer/relay/metrics.ts'
import { createRelay } from '@foyer/relay/relay.ts'
import type { Registry } from 'prom-client'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { RELAY_SECRETS, testServices } from '../tests/support/services.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const text = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const HANDBOOK = text('docs/operations.md')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook_url: string }
}
interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string; readonly datasource: { readonly uid: string } }[]
}
interface Service {
  readonly image?: string
  readonly profiles?: readonly string[]
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly environment?: Readonly<Record<string, string | number>>
}

const alerts: { groups: { name: string; rules: Rule[] }[] } = parse(text('docker/monitoring/alerts.yml'))
const rules = alerts.groups.flatMap((group) => group.rules)
const dashboard: { panels: Panel[] } = JSON.parse(text('docker/monitoring/grafana/foyer.json'))
const compose: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(
  text('docker-compose.yml'),
  { merge: true },
)

/** The series that API and relay show, each process made as it is made in production, beside a store that never answers. */
let series: Set<string>
beforeAll(async () => {
  series = new Set([...(await shownByApi()), ...(await shownByRelay())])
})

async function shownByApi(): Promise<string[]> {
  const away = () => Promise.reject(new Error('There is no store.'))
  const database: Database = {
    ...{ read: away, write: away, system: away, systemStatement: away, ping: away },
    isCrowded: () => false,
    close: async () => undefined,
  }
  const metrics = createRegistry()
  const env = { RELAY_URLS: 'http://127.0.0.1:9' }
  const base = testServices({ url: 'postgres://nobody@127.0.0.1:9/none', database }, { metrics, env })
  const identity = createIdentity(base)
  const parts = { ...base, identity, ...seams }
  createApi(parts, new AbortController().signal)
  const workers = startWorkers(parts)
  const shown = await seriesOf(metrics)
  await Promise.all(workers.map((worker) => worker.stop()))
  await identity.close()
  return shown
}

async function shownByRelay(): Promise<string[]> {
  const env = { RELAY_SECRET: RELAY_SECRETS[0], REDIS_URL: 'redis://127.0.0.1:9' }
  const { log } = testServices({ url: '', database: {} as Database })
  const config = readRelayConfig(env)
  const relay = createRelay({ config, clock: systemClock, log, newId: randomUUID, random: Math.random })
  measureProcess(relay.metrics)
  const shown = await seriesOf(relay.metrics)
  await relay.stop()
  return shown
}

async function seriesOf(registry: Registry): Promise<string[]> {
  const metrics = await registry.getMetricsAsJSON()
  return metrics.flatMap(({ name, type }) =>
    String(type) === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
}

/** Prometheus's own series, and those that Node exports only on Linux. */
const isElsewhere = (name: string) =>
  name === 'up' || (process.platform !== 'linux' && /process_(open|max)_fds$/.test(name))
const FUNCTIONS = /^(absent|avg|count|histogram_quantile|increase|max|min|min_over_time|rate|sum|topk|vector)$/
const WORDS = /^(and|or|unless|by|offset)$/

/** The words of a query that are neither labels nor times: its series, and what is done with them. */
function namesIn(query: string): string[] {
  const bare = query
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\bby \([^)]*\)/g, ' ')
    .replaceAll(/\boffset \w+/g, ' ')
  return bare.match(/\b[a-z_]\w*/gi)?.filter((name) => !FUNCTIONS.test(name) && !WORDS.test(name)) ?? []
}

const unknownIn = (names: readonly string[]) => names.filter((name) => !series.has(name) && !isElsewhere(name))

test('every alarm queries series that API or relay export [DESIGN-15]', () => {
  expect(rules.length).toBeGreaterThan(20)
  for (const { alert, expr } of rules) {
    expect(namesIn(expr), alert).not.toEqual([])
    expect(unknownIn(namesIn(expr)), alert).toEqual([])
  }
})

test('every panel queries series that API or relay export [DESIGN-15]', () => {
  const panels = dashboard.panels.filter(({ targets }) => targets !== undefined)
  expect(panels.length).toBeGreaterThan(15)
  const [source] = parse(text('docker/monitoring/grafana/datasource.yml')).datasources
  for (const { title, targets = [] } of panels)
    for (const { expr, datasource } of targets) {
      expect(unknownIn(namesIn(expr)), title).toEqual([])
      expect(datasource.uid, title).toBe(source.uid)
    }
})

test('the handbook names only series that API or relay export [DESIGN-15]', () => {
  const named = HANDBOOK.match(/\b(?:foyer_api|foyer|relay|process|nodejs)_[a-z_]*[a-z]\b/g) ?? []
  // Two database roles and the table of relay cursors have names of the same form.
  const names = named.filter((name) => !/^(foyer_app|foyer_system|relay_cursors)$/.test(name))
  expect(names.length).toBeGreaterThan(20)
  expect(unknownIn(names)).toEqual([])
})

test('the handbook has one section for each alarm [DESIGN-15]', () => {
  const sections = [...HANDBOOK.matchAll(/^### (Foyer\w+)$/gm)].map(([, name]) => name)
  expect(sections.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
  for (const { alert, annotations, labels } of rules) {
    expect(annotations.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`)
    expect(annotations.summary).toMatch(/\.$/)
    expect(labels.severity).toMatch(/^(critical|warning)$/)
  }
})

test('the monitoring profile mounts existing files and listens only on loopback [DESIGN-15]', () => {
  const { prometheus, grafana } = compose.services
  const mounted: string[] = []
  for (const service of [prometheus, grafana]) {
    expect(service?.profiles).toEqual(['monitoring'])
    expect(service?.image).toMatch(/:v?\d+\.\d+\.\d+$/)
    for (const port of service?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
    for (const volume of service?.volumes ?? []) {
      const [from = '', , mode] = volume.split(':')
      if (!from.startsWith('.')) expect(compose.volumes).toHaveProperty(from)
      else {
        expect(existsSync(path.join(ROOT, from)), from).toBe(true)
        expect(mode).toBe('ro')
        mounted.push(path.normalize(from))
      }
    }
  }
  const files = readdirSync(path.join(ROOT, 'docker/monitoring'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.relative(ROOT, path.join(one.parentPath, one.name)))
  expect(mounted.toSorted()).toEqual(files.toSorted())
})

test('Prometheus reaches each target by name and port, and the edge does not expose metrics [DESIGN-15]', () => {
  const { scrape_configs: jobs } = parse(text('docker/monitoring/prometheus.yml'))
  const [api, relay] = jobs
  expect(api.dns_sd_configs[0]).toMatchObject({ names: ['api'], port: compose.services.api?.environment?.PORT })
  const relays = Object.keys(compose.services).filter((name) => name.startsWith('relay-'))
  expect(relay.static_configs[0].targets).toEqual(
    relays.map((name) => `${name}:${compose.services[name]?.environment?.PORT}`),
  )
  for (const name of ['api', ...relays]) expect(compose.services[name]).not.toHaveProperty('ports')
  expect(text('docker/nginx.conf')).toContain('location = /metrics { return 404; }')
})

test('Grafana has no password in the repository [DESIGN-15]', () => {
  expect(String(compose.services.grafana?.environment?.GF_SECURITY_ADMIN_PASSWORD)).toMatch(
    /^\$\{GRAFANA_PASSWORD:-\}$/,
  )
  expect(text('docker/env.example')).toMatch(/^GRAFANA_PASSWORD=$/m)
})
