/** For the page and for tests: the faxes that machines got, their files, and the settings for how the next ones go. */
import express, { type Router } from 'express'
import { read } from '../read.ts'
import { type FaxBehaviour, type FaxBehaviourSwitch, faxBehaviourSchema } from './behaviour.ts'
import type { Machine } from './machine.ts'
import type { MachineFax } from './machine-fax.ts'

const changeSchema = faxBehaviourSchema.partial()

export function faxesRoutes(machine: Machine, behaviour: FaxBehaviourSwitch): Router {
  const router = express.Router()
  router.get('/faxes', (_req, res) => void res.json({ faxes: machine.all().map(shownFax) }))
  router.get('/faxes/:id/files/:place', (req, res) => {
    const fax = machine.get(req.params.id)
    const file = fax?.hasContent ? fax.files[Number(req.params.place)] : undefined
    if (!file) return void res.status(404).json({ code: 'error', message: 'Not found.' })
    res.setHeader('Content-Type', file.contentType)
    res.setHeader('Content-Security-Policy', "sandbox; default-src 'none'")
    // A browser shows a PDF or a picture itself; a Word file it downloads.
    if (!/^(application\/pdf|image\/)/.test(file.contentType)) res.setHeader('Content-Disposition', 'attachment')
    res.end(file.bytes)
  })
  router.get('/fax-behaviour', (_req, res) => void res.json(behaviour.now()))
  router.post('/fax-behaviour', express.json({ limit: '64kb' }), (req, res) => {
    const change = read(changeSchema, req.body, res)
    if (!change) return
    const settings = Object.entries(change).filter(([, value]) => value !== undefined)
    res.json(behaviour.change(Object.fromEntries(settings) as Partial<FaxBehaviour>))
  })
  return router
}

/** A fax for the page, without the bytes and without the address that is called back, which has the clinic's key. */
export function shownFax({ files, callbackUrl: _, ...fax }: MachineFax) {
  return { ...fax, files: files.map(({ name, contentType, bytes }) => ({ name, contentType, size: bytes.length })) }
}
