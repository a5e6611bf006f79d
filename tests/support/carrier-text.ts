/** Posts a patient's text as the carrier does, signed by the carrier's own library. */
import { randomBytes } from 'node:crypto'
import twilio from 'twilio'

export interface CarrierText {
  readonly from: string
  readonly to: string
  readonly body: string
}

export const newMessageSid = () => `SM${randomBytes(16).toString('hex')}`

export async function postText(
  url: string,
  authToken: string,
  text: CarrierText,
  sid = newMessageSid(),
): Promise<Response> {
  const address = `${url}/api/inbox/webhooks/twilio/sms`
  const params = { MessageSid: sid, From: text.from, To: text.to, Body: text.body, NumMedia: '0' }
  return fetch(address, {
    method: 'POST',
    headers: { 'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, address, params) },
    body: new URLSearchParams(params),
  })
}
