/** The relay's metrics, in a registry of its own. No label ever names a person or an organization. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = (name: string, help: string) => new Counter({ name: `relay_${name}_total`, help, registers })
  const gauge = (name: string, help: string) => new Gauge({ name: `relay_${name}`, help, registers })
  const byReason = (name: string, help: string) =>
    new Counter({ name: `relay_${name}_total`, help, registers, labelNames: ['reason'] as const })
  return {
    registry,
    sockets: gauge('sockets', 'Sockets that are signed in.'),
    visitors: gauge('visitors', "Sockets of patients who chat from a clinic's page."),
    organizations: gauge('organizations_tailed', 'Organizations whose log is followed.'),
    appended: counter('events_appended', 'Events added to the logs.'),
    frames: counter('frames_delivered', 'Frames written, once a socket.'),
    events: counter('events_delivered', 'Events written in frames, once a socket.'),
    conflated: counter('events_conflated', 'Events left out because a newer one superseded them, once a socket.'),
    replayed: counter('events_replayed', 'Events answered to sockets that came back.'),
    resyncs: counter('resyncs', 'Subscriptions that were told to load a snapshot.'),
    slowReaders: counter('slow_readers', 'Times that a socket read too slowly to be sent more.'),
    longWay: counter('sends_long_way', 'Messages that Socket.IO itself had to write, once a socket.'),
    appendToWrite: new Histogram({
      name: 'relay_append_to_write_seconds',
      help: 'From an event being added until its frame is written.',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
      registers,
    }),
    webhookFailures: byReason('webhook_failures', 'Webhooks that were not accepted.'),
    rounds: byReason('inbox_rounds', 'Readings of an inbox service that has no change feed, by what became of them.'),
    refused: byReason('connections_refused', 'Connections that were not let in.'),
    goodbyes: byReason('goodbyes', 'Sockets that the relay closed.'),
    lagEvents: gauge(
      'upstream_lag_events',
      'The most that a followed log lacked of what the API has, after it was last compared and filled.',
    ),
    lagSeconds: gauge('upstream_lag_seconds', 'How long ago the least recently confirmed log was confirmed.'),
  }
}

/** Node's own process metrics, when the relay runs in a process of its own. */
export function measureProcess(register: Registry): void {
  collectDefaultMetrics({ register })
}
