export const measureGateway = () => Promise.reject(new Error('none'));
