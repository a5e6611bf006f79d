import { eventLogSuite } from './event-log.suite.ts'
import { createMemoryLog } from './memory-log.ts'

eventLogSuite('the log in memory', createMemoryLog)
