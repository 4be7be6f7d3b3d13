import type { Reply } from '../rig/scripted-gateway.js';

export const checked = (response: unknown): Reply => ({ status: 'done', job_id: 'job-check', response });
