/** The phones, for the page and for tests: who texted what, and typing into one. */
import express, { type Router } from 'express'
import { z } from 'zod'
import { type BehaviourSwitch, behaviourSchema } from './carrier/behaviour.ts'
import type { Carrier } from './carrier/carrier.ts'
import type { Ledger } from './carrier/ledger.ts'
import { MEDIA_BYTES_MAX, type MediaStore } from './carrier/media-store.ts'
import { isPhoneNumber, phoneOf } from './carrier/text.ts'
import type { Directory } from './directory.ts'
import { read } from './read.ts'

const phoneNumber = z.string().refine(isPhoneNumber, 'must be a number like +15125550142')
const typedSchema = z
  .strictObject({
    to: phoneNumber,
    body: z.string().trim().max(1600).default(''),
    /** Ids of uploaded files. */
    media: z.array(z.string()).max(10).default([]),
  })
  .refine(({ body, media }) => body !== '' || media.length > 0, { path: ['body'], error: 'must not be empty' })
const mediaType = z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/, 'must be a type like image/jpeg')
const changeSchema = behaviourSchema.partial()

export interface PhonesDependencies {
  readonly ledger: Ledger
  readonly carrier: Carrier
  readonly behaviour: BehaviourSwitch
  readonly mediaStore: MediaStore
  readonly directory: Directory
  /** Restores the state at the start of the sandbox. */
  reset(): void
}

export function phonesRoutes({ ledger, carrier, behaviour, mediaStore, directory, reset }: PhonesDependencies): Router {
  const router = express.Router()
  const json = express.json({ limit: '64kb' })
  router.use((req, res, next) => (req.path === '/media' ? next() : json(req, res, next)))

  router.get('/directory', (_req, res) => void res.json(directory))
  router.get('/messages', (_req, res) => void res.json({ messages: ledger.all() }))
  router.get('/phones', (_req, res) => void res.json({ phones: phonesOf(ledger, directory) }))

  router.get('/phones/:number', (req, res) => {
    const number = read(phoneNumber, req.params.number, res)
    if (number) res.json({ number, messages: ledger.ofPhone(number) })
  })

  router.post('/phones/:number/texts', (req, res) => {
    const from = read(phoneNumber, req.params.number, res)
    const typed = from && read(typedSchema, req.body, res)
    if (!typed) return
    const media = typed.media.flatMap((sid) => {
      const item = mediaStore.get(sid)
      return item ? [{ sid, contentType: item.contentType }] : []
    })
    res.status(201).json({ message: carrier.type({ ...typed, media, from }) })
  })

  router.post('/media', express.raw({ limit: MEDIA_BYTES_MAX, type: () => true }), (req, res) => {
    const contentType = read(mediaType, req.headers['content-type'] ?? '', res)
    if (contentType === undefined) return
    const sid = mediaStore.newSid()
    mediaStore.put(sid, { contentType, bytes: Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0) })
    res.status(201).json({ sid })
  })

  router.get('/media/:sid', (req, res) => {
    const item = mediaStore.get(req.params.sid)
    if (!item) return void res.status(404).json({ code: 'error', message: 'Not found.' })
    // Images are shown; every other type is downloaded. Neither can run scripts.
    res.setHeader('Content-Type', item.contentType)
    res.setHeader('Content-Security-Policy', "sandbox; default-src 'none'")
    if (!item.contentType.startsWith('image/')) res.setHeader('Content-Disposition', 'attachment')
    res.end(item.bytes)
  })

  router.get('/behaviour', (_req, res) => void res.json(behaviour.now()))
  router.post('/behaviour', (req, res) => {
    const change = read(changeSchema, req.body, res)
    if (change) res.json(behaviour.change(withoutAbsent(change)))
  })

  router.post('/reset', (_req, res) => {
    reset()
    res.json({})
  })
  return router
}

/** Known phones and those with a text. The phone with the newest text is first. */
function phonesOf(ledger: Ledger, { patients }: Directory) {
  const phones = new Map(patients.map(({ number, name }) => [number, { number, name, messages: 0, lastAt: '' }]))
  for (const text of ledger.all()) {
    const number = phoneOf(text)
    const phone = phones.get(number) ?? { number, name: '', messages: 0, lastAt: '' }
    phones.set(number, { ...phone, messages: phone.messages + 1, lastAt: text.createdAt.toISOString() })
  }
  return [...phones.values()]
    .sort((left, right) => (left.lastAt < right.lastAt ? 1 : -1))
    .map(({ lastAt, name, ...phone }) => ({ ...phone, name: name || null, lastAt: lastAt || null }))
}

function withoutAbsent<T extends object>(change: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never
}
