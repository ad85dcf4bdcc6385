// Some of the packages that this one replaces are loaded, but nothing of them is used.
module.exports = {};
