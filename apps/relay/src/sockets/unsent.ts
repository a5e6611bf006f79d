/**
 * How many bytes a connection still has to write. Socket.IO exposes no such number: packets wait in Engine.IO's
 * buffer and then in the WebSocket's. Both are internals and read with guards, so that another version counts too
 * little and breaks nothing.
 */
export function unsentBytes(connection: unknown): number {
  const { writeBuffer, transport } = fields(connection)
  const waiting =
    Array.isArray(writeBuffer) && writeBuffer.length > 0
      ? writeBuffer.reduce<number>((sum, packet) => sum + lengthOf(packet), 0)
      : 0
  const { bufferedAmount } = fields(fields(transport).socket)
  return waiting + (typeof bufferedAmount === 'number' ? bufferedAmount : 0)
}

function lengthOf(packet: unknown): number {
  const { data } = fields(packet)
  return typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
