/** For the page and for tests: the accepted mails, and the settings for how the next ones are answered. */
import express, { type Router } from 'express'
import { mailBehaviourSchema, type Postbox } from './postbox.ts'

const changeSchema = mailBehaviourSchema.partial()

export function mailsRoutes(postbox: Postbox): Router {
  const router = express.Router()
  router.get('/mails', (_req, res) => void res.json({ mails: postbox.all() }))
  router.get('/mail-behaviour', (_req, res) => void res.json(postbox.behaviour()))
  router.post('/mail-behaviour', express.json({ limit: '4kb' }), (req, res) => {
    const change = changeSchema.safeParse(req.body)
    if (!change.success) return void res.status(400).json({ code: 'error', message: 'No such behaviour.' })
    const settings = Object.entries(change.data).filter(([, value]) => value !== undefined)
    res.json(postbox.change(Object.fromEntries(settings)))
  })
  return router
}
