/** For the page and for tests: the accepted mails, and the settings for how the next ones are answered. */
import express, { type Router } from 'express'
import { z } from 'zod'
import { clickUnsubscribe, type OneClickConfig } from './one-click.ts'
import { mailBehaviourSchema, type Postbox } from './postbox.ts'

const changeSchema = mailBehaviourSchema.partial()

const clickSchema = z.strictObject({ id: z.string(), to: z.string() })

export function mailsRoutes(postbox: Postbox, config: OneClickConfig): Router {
  const router = express.Router()
  router.get('/mails', (_req, res) => void res.json({ mails: postbox.all() }))
  router.post('/mails/unsubscribe', express.json({ limit: '4kb' }), async (req, res) => {
    const click = clickSchema.safeParse(req.body)
    const mail = postbox.all().find(({ id, to }) => id === click.data?.id && to === click.data.to)
    if (!mail) return void res.status(404).json({ code: 'error', message: 'There is no such mail.' })
    const status = await clickUnsubscribe(mail, config)
    if (status === null) return void res.status(400).json({ code: 'error', message: 'This mail has no such header.' })
    res.json({ status })
  })
  router.get('/mail-behaviour', (_req, res) => void res.json(postbox.behaviour()))
  router.post('/mail-behaviour', express.json({ limit: '4kb' }), (req, res) => {
    const change = changeSchema.safeParse(req.body)
    if (!change.success) return void res.status(400).json({ code: 'error', message: 'No such behaviour.' })
    const settings = Object.entries(change.data).filter(([, value]) => value !== undefined)
    res.json(postbox.change(Object.fromEntries(settings)))
  })
  return router
}
