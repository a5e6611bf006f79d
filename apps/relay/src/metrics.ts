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
    frames: counter('frames_delivered', 'Frames written, counted per socket.'),
    events: counter('events_delivered', 'Events written in frames, counted per socket.'),
    conflated: counter('events_conflated', 'Events left out because a newer one superseded them, counted per socket.'),
    replayed: counter('events_replayed', 'Events sent in answers to sockets that subscribed again.'),
    resyncs: counter('resyncs', 'Subscriptions whose answer was to load a snapshot.'),
    slowReaders: counter('slow_readers', 'Times that sending to a socket paused because it read too slowly.'),
    longWay: counter(
      'sends_long_way',
      'Messages written by Socket.IO because the direct path was not available, counted per socket.',
    ),
    appendToWrite: new Histogram({
      name: 'relay_append_to_write_seconds',
      help: 'Time from the append of an event until its frame is written.',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
      registers,
    }),
    webhookFailures: byReason('webhook_failures', 'Webhooks that were not accepted.'),
    rounds: byReason('inbox_rounds', 'Readings of an inbox service that has no change feed, by outcome.'),
    refused: byReason('connections_refused', 'Refused connections.'),
    goodbyes: byReason('goodbyes', 'Sockets that the relay closed.'),
    lagEvents: gauge(
      'upstream_lag_events',
      'Events that the furthest-behind log still lacks after its last comparison with the API.',
    ),
    lagSeconds: gauge(
      'upstream_lag_seconds',
      'Seconds since the confirmation of the log that was confirmed longest ago.',
    ),
  }
}

/** Node's own process metrics, when the relay runs in a process of its own. */
export function measureProcess(register: Registry): void {
  collectDefaultMetrics({ register })
}
