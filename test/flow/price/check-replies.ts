import type { Reply } from '../../../demo/scripted/script.js';

export const checked = (response: unknown): Reply => ({ status: 'done', job_id: 'job-check', response });
