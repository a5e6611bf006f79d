/** The API's own entry, with one more module that only reads the logs. */
import type { Module } from '../../apps/api/src/modules/module.ts'
import { modules } from '../../apps/api/src/modules.ts'
import { logReader } from './log-reader.ts'

const list = modules as Module[]
list.push({ name: 'chaos', tables: [], consumers: [logReader] })
await import('../../apps/api/src/main.ts')
