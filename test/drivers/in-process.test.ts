import { InProcessBus } from '../../src/drivers/in-process/bus.ts';
import { InProcessLocks } from '../../src/drivers/in-process/locks.ts';
import { testBus } from './bus-cases.ts';
import { testLocks } from './locks-cases.ts';

testBus('in-process', (log) => new InProcessBus(log as never));
testLocks('in-process', () => new InProcessLocks());
