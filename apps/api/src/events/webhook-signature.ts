import { createHmac } from 'node:crypto'

/** The Standard Webhooks headers of a raw body. With the secret, the receiver can verify the sender, the body and the time. */
export function signWebhook(body: string, { id, at, secret }: { id: string; at: Date; secret: string }) {
  const timestamp = Math.floor(at.getTime() / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}
